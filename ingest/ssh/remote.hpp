// The port to GPU hosts: runs one command on a host and delivers its output as it comes. The probe
// and the effects on hosts use this and never see SSH; its one adapter is pool.hpp. All callbacks
// come on one thread (the adapter's), one at a time, and must not block.
#pragma once

#include "domain/fleet/jump.hpp"
#include "domain/kernel/time.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace dibs::ssh {

struct HostTarget {
    std::string name{};
    std::string address{};  // a name or an IP address
    std::uint16_t port{22};
    std::string account{};
    std::string pinned_host_key{};  // "SHA256:…", as ssh-keygen -l prints it
    fleet::Jumps jumps{};

    friend bool operator==(const HostTarget&, const HostTarget&) = default;
};

struct HostKey {
    std::string type;         // "ssh-ed25519"
    std::string fingerprint;  // "SHA256:…"
};

enum class RemoteErrorKind {
    unreachable,       // no such name, no route, or the connection broke before the login
    refused,           // no listener on the port
    timeout,           // no answer within the deadline
    host_key_changed,  // not the pinned one: nothing was sent
    auth_failed,       // our key was not accepted, or cannot be read
    jump_failed,       // a jump is unreachable, refuses our login or does not forward
    ended,             // the command is over, or the connection broke after the login
};

[[nodiscard]] std::string_view to_text(RemoteErrorKind kind);

struct RemoteError {
    RemoteErrorKind kind{};
    std::string text{};                // one sentence for a person
    std::string offered_host_key{};    // with host_key_changed: the key shown instead
    std::optional<int> exit_status{};  // with ended: the command's own, if it came
    std::string jump{};                // the jump with the error; empty: the host itself
};

struct TerminalSize {
    std::uint16_t columns{80};
    std::uint16_t rows{24};
    friend bool operator==(const TerminalSize&, const TerminalSize&) = default;
};

// Streams of `control` start at once: probes, messages, stops. Of `work` a host carries a limited
// number, and the rest wait in order, so that no number of jobs delays a stop.
enum class StreamClass { control, work };

struct RemoteCommand {
    std::string line{};       // for the account's login shell
    std::string input{};      // written to its standard input first
    bool close_input{false};  // end of input after that; else it stays open until the stream ends
    std::optional<TerminalSize> terminal{};  // runs on a terminal of this size; none: on pipes
    StreamClass stream_class{StreamClass::control};
};

// A stream that has more bytes to write than this is ended: its writer does not wait for the host.
inline constexpr std::size_t most_input_waiting = 4 * 1024 * 1024;

// Receives the events of one stream. No call follows `closed`.
class StreamObserver {
  public:
    virtual ~StreamObserver() = default;
    virtual void opened() = 0;                        // logged in, and the command was accepted
    virtual void bytes(std::string_view output) = 0;  // standard output
    virtual void error_bytes(std::string_view output) { static_cast<void>(output); }
    // The host has taken some of what write() added; `waiting` bytes still wait for it.
    virtual void input_taken(std::size_t waiting) { static_cast<void>(waiting); }
    virtual void closed(const RemoteError& why) = 0;
};

enum class StreamId : std::uint64_t {};

class Remote {
  public:
    virtual ~Remote() = default;

    // Connects, or uses the existing connection to this host and account, and starts the command.
    // Any thread. The adapter's deadline covers everything up to `opened`.
    virtual StreamId open(const HostTarget& target, RemoteCommand command,
                          std::shared_ptr<StreamObserver> observer) = 0;

    // Ends the stream, and on the host its input and output. On the callback thread: no call comes
    // after this one. On another thread: one call may still be under way. Unknown ids are ignored.
    virtual void close(StreamId stream) = 0;

    // The next four are for a stream that is open or being opened. Any thread; unknown ids are
    // ignored.

    // Appends to the command's standard input. input_taken() reports what the host takes of it.
    virtual void write(StreamId stream, std::string bytes) = 0;
    // Ends the command's standard input after everything written so far.
    virtual void end_input(StreamId stream) = 0;
    // Changes the size of the command's terminal; without a terminal nothing happens.
    virtual void resize(StreamId stream, TerminalSize size) = 0;
    // Delivers no output until it is resumed. The host may send some megabytes meanwhile (its
    // window) and then waits. Paused on the callback thread: no output follows this call.
    virtual void pause(StreamId stream, bool paused) = 0;

    // Runs `task` on the callback thread after `delay`. Dropped when the adapter ends.
    virtual void schedule(Duration delay, std::function<void()> task) = 0;

    // Returns the key that the host shows, for enrolment. Logs in only at the jumps; the account
    // and the pinned key of the target are not used. Blocks the caller up to the adapter's
    // deadline.
    virtual tl::expected<HostKey, RemoteError> fingerprint_of(const HostTarget& target) = 0;
};

}  // namespace dibs::ssh
