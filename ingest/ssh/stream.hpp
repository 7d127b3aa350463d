// One command on one session: opens its channel, writes the input, delivers the output. Made and
// advanced by a connection whenever the socket is ready; pool thread only.
#pragma once

#include "ingest/ssh/remote.hpp"
#include "ingest/ssh/session.hpp"

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <utility>

struct ssh_channel_struct;

namespace dibs::ssh {

// A place among the work streams of a host. It reports the start of its command, and frees the
// place when it is destroyed.
class WorkSlot {
  public:
    WorkSlot(std::function<void()> on_start, std::function<void()> on_end)
        : on_start_(std::move(on_start)), on_end_(std::move(on_end)) {}
    ~WorkSlot() { on_end_(); }
    WorkSlot(const WorkSlot&) = delete;
    WorkSlot& operator=(const WorkSlot&) = delete;

    void report_start() { on_start_(); }

  private:
    std::function<void()> on_start_, on_end_;
};

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

    // Each takes effect with the next advance().
    void write(std::string_view bytes);
    void end_input() { command_.close_input = true; }
    void resize(TerminalSize size);
    void pause(bool paused) { paused_ = paused; }
    void occupy(std::unique_ptr<WorkSlot> slot) { slot_ = std::move(slot); }

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
    enum class Phase { fresh, opening, requesting_terminal, requesting, running };
    struct Callbacks;  // callbacks for libssh; must not move

    [[nodiscard]] bool start(Session& session);
    [[nodiscard]] bool give_input(Session& session);
    [[nodiscard]] bool write_some(Session& session);
    void apply_size();
    void read_held();
    void deliver_pending();
    void deliver(std::string_view output, bool from_stderr);
    [[nodiscard]] bool has_pending() const { return !pending_[0].empty() || !pending_[1].empty(); }
    [[nodiscard]] std::size_t waiting() const { return command_.input.size() - input_given_; }
    [[nodiscard]] bool ended(const Session& session);
    [[nodiscard]] bool fail(const Session& session, std::string_view what);
    void free_channel();
    void report_opened();
    [[nodiscard]] std::size_t take(std::string_view output, bool from_stderr);
    template <class Call>
    void call_observer(Call call);

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
    bool written_{false};  // by write(): the observer gets input_taken()
    bool paused_{false};
    std::array<std::size_t, 2> held_{};     // bytes waiting in the channel: output, error output
    std::array<std::string, 2> pending_{};  // read after a pause, and not delivered yet
    std::optional<TerminalSize> sent_size_{};
    std::string broken_by_;  // the fault on this side that ends the stream
    std::unique_ptr<WorkSlot> slot_;
    RemoteError why_{.kind = RemoteErrorKind::ended};
};

}  // namespace dibs::ssh
