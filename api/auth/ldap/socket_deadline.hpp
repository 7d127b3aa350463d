// Ends a socket at a moment, whoever waits on it: libldap over GnuTLS begins a handshake that stops
// in the middle over and over, for ever, whatever timeouts it was told (2.5 and 2.6).
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

    // From now on it is this one. No read or write of it lasts longer than a second. False: it
    // cannot be held.
    [[nodiscard]] bool hold(int socket);

  private:
    void watch(Steady::time_point end);
    void let_go();

    std::mutex mutex_;
    std::condition_variable woken_;
    int socket_ = -1;  // a duplicate: whoever closes the other closes no stranger's; under mutex_
    bool over_ = false, done_ = false;  // under mutex_
    std::thread thread_;
};

}  // namespace dibs::auth::ldap
