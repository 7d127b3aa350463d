// One SSH connection over libssh, owned: from a connected socket through key exchange, the check
// of the host key and the login to a session that never blocks. A session may be made on one
// thread and used on another, but only on one at a time.
#pragma once

#include "ingest/ssh/socket.hpp"

#include <memory>
#include <string>
#include <vector>

struct ssh_session_struct;
struct ssh_event_struct;

namespace dibs::ssh {

// How long a handshake may take, and who may end it early.
struct Limits {
    SteadyTime deadline{};
    const std::atomic<bool>* stop{};
};

class Session {
  public:
    // Key exchange, host key check, login with the one key in `key_file`. Nothing is sent to a
    // host that does not show the pinned key. Blocks until `limits.deadline` at the most.
    [[nodiscard]] static tl::expected<Session, RemoteError> log_in(Fd socket,
                                                                   const HostTarget& target,
                                                                   const std::string& key_file,
                                                                   const Limits& limits);

    // The key exchange alone: the key that the host shows.
    [[nodiscard]] static tl::expected<HostKey, RemoteError> host_key_of(Fd socket,
                                                                        const std::string& address,
                                                                        const Limits& limits);

    // Takes in what has arrived, sends what waits. False once the connection is gone.
    [[nodiscard]] bool pump();

    // A descriptor of the connection for epoll, good as long as the session.
    [[nodiscard]] int watch_fd() const { return socket_.watch(); }
    [[nodiscard]] bool wants_to_write() const;
    [[nodiscard]] std::string last_error() const;
    [[nodiscard]] ssh_session_struct* raw() const { return session_.get(); }

  private:
    struct Free {
        void operator()(ssh_session_struct* session) const;
        void operator()(ssh_event_struct* event) const;
    };

    static tl::expected<Session, RemoteError> exchange_keys(Fd socket, const HostTarget& target,
                                                            const Limits& limits);
    [[nodiscard]] tl::expected<HostKey, RemoteError> shown_host_key() const;
    [[nodiscard]] std::optional<RemoteError> authenticate(const std::string& key_file,
                                                          const Limits& limits);
    void go_live();

    // The socket given to libssh, which closes it after an error and leaves it open otherwise. The
    // second descriptor of the same socket tells which, and is what epoll watches.
    class Lent {
      public:
        Lent() = default;
        explicit Lent(Fd socket);
        Lent(Lent&&) noexcept = default;
        Lent& operator=(Lent&&) noexcept = default;
        ~Lent();
        [[nodiscard]] int fd() const { return fd_; }
        [[nodiscard]] int watch() const { return watch_.get(); }

      private:
        int fd_{-1};
        Fd watch_;
    };

    Lent socket_;  // destroyed last
    std::unique_ptr<ssh_session_struct, Free> session_;
    std::unique_ptr<ssh_event_struct, Free> event_;
};

}  // namespace dibs::ssh
