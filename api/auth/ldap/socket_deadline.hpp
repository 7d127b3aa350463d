// Shuts a socket down at the deadline, even while another thread waits on it. libldap over GnuTLS
// restarts a stalled handshake endlessly, whatever its timeouts (2.5 and 2.6).
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace dibs::auth::ldap {

class SocketDeadline {
  public:
    using Steady = std::chrono::steady_clock;

    explicit SocketDeadline(Steady::time_point end);
    ~SocketDeadline();
    SocketDeadline(const SocketDeadline&) = delete;
    SocketDeadline& operator=(const SocketDeadline&) = delete;

    // Starts watching this socket. Limits each read and write of it to one second. False: the
    // socket cannot be watched, or the deadline is over.
    [[nodiscard]] bool hold(int socket);

  private:
    void watch(Steady::time_point end);
    void let_go();

    std::mutex mutex_;
    std::condition_variable woken_;
    // A duplicate, so that it stays valid when libldap closes its own; guarded by mutex_.
    int socket_ = -1;
    bool over_ = false, done_ = false;  // guarded by mutex_
    std::thread thread_;
};

}  // namespace dibs::auth::ldap
