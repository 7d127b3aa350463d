// One SSH connection over libssh, owned. It goes from a connected socket through the key exchange,
// the host key check and the login to a session with streams. No call waits for the host: each does
// what it can and is repeated when the socket is ready. Pool thread only.
#pragma once

#include "ingest/ssh/private_key.hpp"
#include "ingest/ssh/socket.hpp"

#include <cstddef>
#include <memory>
#include <string>

struct ssh_session_struct;
struct ssh_event_struct;

namespace dibs::ssh {

// All accepted kinds of host keys, in a fixed order. So an upgrade of libssh does not make hosts
// show a key other than the pinned one.
[[nodiscard]] std::string all_host_keys();
// Returns the list without the kind of this key; empty: there is no other.
[[nodiscard]] std::string other_host_keys(const std::string& host_keys, const HostKey& key);

// Of a channel that is not read. libssh grants the host a window of 1.3 MB; before 0.11 it grants
// it again for each read and for error output beside output, so an honest host may send more. What
// a host sends beyond its window is kept too.
inline constexpr std::size_t most_held = 64 * 1024 * 1024;

enum class Step { waiting, done };
using Progress = tl::expected<Step, RemoteError>;

class Session {
  public:
    // Requests host keys of these kinds, by their SSH names; the host shows the first that it has.
    [[nodiscard]] static tl::expected<Session, RemoteError> over(Fd socket,
                                                                 const HostTarget& target,
                                                                 const std::string& host_keys);

    // Call these in this order. Check the host key before log_in(): until then nothing sent
    // identifies us.
    [[nodiscard]] Progress exchange_keys();
    [[nodiscard]] tl::expected<HostKey, RemoteError> shown_host_key() const;
    [[nodiscard]] std::optional<RemoteError> check_host_key(const std::string& pinned) const;
    [[nodiscard]] Progress log_in(PrivateKey& key);

    // After the login: reads what has arrived and sends what waits. False once the connection is
    // gone.
    [[nodiscard]] bool pump();

    // A descriptor of the connection for epoll, valid as long as the session.
    [[nodiscard]] int watch_fd() const { return socket_.watch(); }
    [[nodiscard]] bool wants_to_write() const;
    [[nodiscard]] std::string last_error() const;
    [[nodiscard]] ssh_session_struct* raw() const { return session_.get(); }

  private:
    struct Free {
        void operator()(ssh_session_struct* session) const;
        void operator()(ssh_event_struct* event) const;
    };

    // The socket given to libssh, which closes it after an error and leaves it open otherwise. The
    // second descriptor of the same socket shows which happened, and is the one that epoll watches.
    class LibsshSocket {
      public:
        LibsshSocket() = default;
        explicit LibsshSocket(Fd socket);
        LibsshSocket(LibsshSocket&&) noexcept = default;
        LibsshSocket& operator=(LibsshSocket&&) noexcept = default;
        ~LibsshSocket();
        [[nodiscard]] int fd() const { return fd_; }
        [[nodiscard]] int watch() const { return watch_.get(); }

      private:
        int fd_{-1};
        Fd watch_;
    };

    LibsshSocket socket_;  // destroyed last
    std::unique_ptr<ssh_session_struct, Free> session_;
    std::unique_ptr<ssh_event_struct, Free> event_;
};

}  // namespace dibs::ssh
