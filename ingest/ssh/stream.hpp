// One command on one session: opens its channel, hands over the input, delivers the output. Made
// by a connection and moved on by it whenever the socket has something; pool thread only.
#pragma once

#include "ingest/ssh/remote.hpp"
#include "ingest/ssh/session.hpp"

#include <memory>
#include <string>

struct ssh_channel_struct;

namespace dibs::ssh {

class Stream {
  public:
    Stream(StreamId id, RemoteCommand command, std::shared_ptr<StreamObserver> observer);
    ~Stream();
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    // Goes on as far as it can without waiting; output came before, while the session was pumped.
    // True once it is over: ended or failed, why() says how.
    [[nodiscard]] bool advance(Session& session);

    // Tells the observer the end, unless it was silenced before.
    void finish(const RemoteError& why);
    void silence() { observer_.reset(); }

    // Over because the host takes no further channel on this connection; another may carry it.
    [[nodiscard]] bool was_refused() const { return refused_ && !abandoned_; }
    // Forgets the connection it was refused on.
    void start_over();

    // Asked for and not answered yet: to end it now would leave its channel to the host.
    [[nodiscard]] bool opening() const { return phase_ == Phase::opening; }
    // It ends once it has opened, and says nothing of it.
    void abandon() {
        silence();
        abandoned_ = true;
    }

    [[nodiscard]] StreamId id() const { return id_; }
    [[nodiscard]] bool has_channel() const { return phase_ > Phase::opening; }
    [[nodiscard]] bool running() const { return phase_ == Phase::running; }
    [[nodiscard]] const RemoteError& why() const { return why_; }

  private:
    enum class Phase { fresh, opening, requesting, running };
    struct Callbacks;  // what libssh calls; must not move

    [[nodiscard]] bool start(Session& session);
    [[nodiscard]] bool give_input();
    [[nodiscard]] bool ended(const Session& session);
    [[nodiscard]] bool fail(const Session& session, std::string_view what);
    void free_channel();
    void tell_opened();
    void take(std::string_view output, bool from_stderr);

    StreamId id_;
    RemoteCommand command_;
    std::shared_ptr<StreamObserver> observer_;
    std::unique_ptr<Callbacks> callbacks_;
    std::optional<int> exit_status_;
    ssh_channel_struct* channel_{nullptr};
    Phase phase_{Phase::fresh};
    std::size_t input_given_{0};
    bool input_closed_{false};
    bool told_opened_{false};
    bool abandoned_{false};
    bool refused_{false};
    std::string broken_by_;  // what the observer threw
    RemoteError why_{.kind = RemoteErrorKind::ended};
};

}  // namespace dibs::ssh
