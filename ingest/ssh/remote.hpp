// The port to GPU hosts: run one command on a host and get its output as it comes. The probe and
// the effects on hosts use this and never see SSH; its one adapter is pool.hpp. All callbacks come
// on one thread (the adapter's), one at a time, and must not block.
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
    refused,           // nobody listens there
    timeout,           // no answer within the deadline
    host_key_changed,  // not the pinned one: nothing was sent
    auth_failed,       // our key was not accepted, or cannot be read
    jump_failed,       // a jump is not reached, does not let us in or does not forward
    ended,             // the command is over, or the connection broke after the login
};

[[nodiscard]] std::string_view to_text(RemoteErrorKind kind);

struct RemoteError {
    RemoteErrorKind kind{};
    std::string text{};                // one sentence for a person
    std::string offered_host_key{};    // with host_key_changed: the key shown instead
    std::optional<int> exit_status{};  // with ended: the command's own, if it came
    std::string jump{};                // where it was met, if not at the host itself
};

struct RemoteCommand {
    std::string line{};       // for the account's login shell
    std::string input{};      // written to its standard input first
    bool close_input{false};  // end of input after that; else it stays open until the end
};

// What one stream tells its owner. After `closed` nothing follows.
class StreamObserver {
  public:
    virtual ~StreamObserver() = default;
    virtual void opened() = 0;                        // logged in, the command was accepted
    virtual void bytes(std::string_view output) = 0;  // standard output
    virtual void error_bytes(std::string_view output) { static_cast<void>(output); }
    virtual void closed(const RemoteError& why) = 0;
};

enum class StreamId : std::uint64_t {};

class Remote {
  public:
    virtual ~Remote() = default;

    // Connects (or uses the connection to this host and account that is there), starts the command
    // and calls back. Any thread. The deadline for all up to `opened` is the adapter's.
    virtual StreamId open(const HostTarget& target, RemoteCommand command,
                          std::shared_ptr<StreamObserver> observer) = 0;

    // Ends the stream, and on the host its input and output. On the callback thread: no call comes
    // after this one; from another thread one may still be under way. Unknown ids are ignored.
    virtual void close(StreamId stream) = 0;

    // Runs `task` on the callback thread after `delay`. Dropped when the adapter ends.
    virtual void schedule(Duration delay, std::function<void()> task) = 0;

    // The key that the host shows, for enrolment: only at its jumps we sign in. The account and the
    // pinned key of the target are not used. Blocks the caller up to the adapter's deadline.
    virtual tl::expected<HostKey, RemoteError> fingerprint_of(const HostTarget& target) = 0;
};

}  // namespace dibs::ssh
