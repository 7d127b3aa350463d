// Who may hold a connection. Counts the places that are taken, in all and by each client, and knows
// which connections wait for their clients, the longest one first: that is closed when a newcomer
// finds no place. Only who is worked for, and streams, cannot be closed so. Knows no sockets. On
// the event loop. Why so: ops/decisions/0036.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace dibs::http {

struct ConnectionLimits {
    std::size_t most = 4096;
    std::size_t per_client = 1024;  // never more than half of all
};

// One connection's; given back when it is destroyed.
class ConnectionSlot {
  public:
    virtual ~ConnectionSlot() = default;
    // `close` is called once if another connection gets this place.
    virtual void on_close(std::function<void()> close) = 0;
    // For its client, from now on: to send, or to read what it asked for.
    virtual void mark_idle() = 0;
    // Dibs has something to do for it: it cannot be closed for others.
    virtual void mark_busy() = 0;
};
using ConnectionSlotPtr = std::shared_ptr<ConnectionSlot>;

class ConnectionLimiter {
  public:
    enum class LimitReached { of_all, of_client };
    struct Taken {
        ConnectionSlotPtr slot;  // null: refused
        std::optional<LimitReached>
            limit;  // what there was not enough of; another was closed for it
    };

    explicit ConnectionLimiter(ConnectionLimits limits);
    ~ConnectionLimiter();

    // `client`: the network that it comes from; empty for one that speaks for many.
    [[nodiscard]] Taken take(const std::string& client);
    // Closes the one that has waited longest; false if none waits.
    bool close_one();
    void set_most(std::size_t most);
    [[nodiscard]] std::size_t most() const;
    [[nodiscard]] std::size_t taken() const;

  private:
    struct Book;
    class TakenSlot;
    std::shared_ptr<Book> book_;
};

}  // namespace dibs::http
