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

    enum class Progress { idle, more, over };

    // Goes on as far as it can without waiting. `more`: stopped for fairness, call again soon.
    // `over`: ended or failed; why() says how.
    [[nodiscard]] Progress advance(Session& session);

    // Tells the observer the end, unless it was silenced before.
    void finish(const RemoteError& why);
    void silence() { observer_.reset(); }

    [[nodiscard]] StreamId id() const { return id_; }
    [[nodiscard]] bool running() const { return phase_ == Phase::running; }
    [[nodiscard]] const RemoteError& why() const { return why_; }

  private:
    enum class Phase { fresh, opening, requesting, running };
    struct Exit;  // libssh's callback table, which must not move

    [[nodiscard]] Progress start(Session& session);
    [[nodiscard]] bool give_input();
    [[nodiscard]] Progress take_output(Session& session);
    [[nodiscard]] Progress fail(const Session& session, std::string_view what);
    template <class Sink>
    [[nodiscard]] bool drain(int from_stderr, Sink sink);

    StreamId id_;
    RemoteCommand command_;
    std::shared_ptr<StreamObserver> observer_;
    std::unique_ptr<Exit> exit_;
    ssh_channel_struct* channel_{nullptr};
    Phase phase_{Phase::fresh};
    std::size_t input_given_{0};
    bool input_closed_{false};
    RemoteError why_{.kind = RemoteErrorKind::ended};
};

}  // namespace dibs::ssh
