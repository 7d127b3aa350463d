// One command on one session: opens its channel, writes the input, delivers the output. Made and
// advanced by a connection whenever the socket is ready; pool thread only.
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

    // Does what it can without waiting; pumping the session has delivered the output before.
    // Returns true once it has ended or failed; why() has the reason.
    [[nodiscard]] bool advance(Session& session);

    // Reports the end to the observer, unless it was silenced before.
    void finish(const RemoteError& why);
    void silence() { observer_.reset(); }

    // True if the host takes no further channel on this connection; another connection may carry
    // the stream.
    [[nodiscard]] bool was_refused() const { return refused_ && !abandoned_; }
    // Detaches the stream from the connection that refused it.
    void start_over();

    // True between request and answer. Ending it then would leave its channel open at the host.
    [[nodiscard]] bool opening() const { return phase_ == Phase::opening; }
    // Lets the stream end once it has opened, without a call to the observer.
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
    struct Callbacks;  // callbacks for libssh; must not move

    [[nodiscard]] bool start(Session& session);
    [[nodiscard]] bool give_input();
    [[nodiscard]] bool ended(const Session& session);
    [[nodiscard]] bool fail(const Session& session, std::string_view what);
    void free_channel();
    void report_opened();
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
    bool reported_opened_{false};
    bool abandoned_{false};
    bool refused_{false};
    std::string broken_by_;  // text of the observer's exception
    RemoteError why_{.kind = RemoteErrorKind::ended};
};

}  // namespace dibs::ssh
