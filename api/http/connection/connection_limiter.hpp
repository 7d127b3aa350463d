// Limits the open connections, in all and per client. A new connection above a limit closes the
// connection that has been idle longest. Busy connections and streams are never closed for others.
// Knows no sockets. On the event loop. Reasons: ops/decisions/0036.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace dibs::http {

struct ConnectionLimits {
    std::size_t most = 4096;
    std::size_t per_client = 1024;  // never more than half of `most`
};

// One connection's slot; freed when it is destroyed.
class ConnectionSlot {
  public:
    virtual ~ConnectionSlot() = default;
    // `close` is called once if a new connection takes this slot.
    virtual void on_close(std::function<void()> close) = 0;
    // The client has the turn: it sends, or reads its answer.
    virtual void mark_idle() = 0;
    // Dibs works on a request of this connection: it cannot be closed for others.
    virtual void mark_busy() = 0;
};
using ConnectionSlotPtr = std::shared_ptr<ConnectionSlot>;

class ConnectionLimiter {
  public:
    enum class LimitReached { of_all, of_client };
    struct Taken {
        ConnectionSlotPtr slot;  // null: refused
        // The limit that was reached; with a slot, another connection was closed for it.
        std::optional<LimitReached> limit;
    };

    explicit ConnectionLimiter(ConnectionLimits limits);
    ~ConnectionLimiter();

    // `client`: the network of the client's address; empty for a proxy, whose connections are not
    // counted per client.
    [[nodiscard]] Taken take(const std::string& client);
    // Closes the connection that has been idle longest; false if none is idle.
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
