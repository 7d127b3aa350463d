// One thread per conversation: conversations are few.
#include "api/auth/ldap/socket_deadline.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

namespace dibs::auth::ldap {

SocketDeadline::SocketDeadline(Steady::time_point end) : thread_([this, end] { watch(end); }) {}

SocketDeadline::~SocketDeadline() {
    {
        const std::lock_guard lock(mutex_);
        done_ = true;
    }
    woken_.notify_all();
    thread_.join();
    let_go();
}

bool SocketDeadline::hold(int socket) {
    const std::lock_guard lock(mutex_);
    let_go();
    constexpr timeval longest{.tv_sec = 1, .tv_usec = 0};
    const bool bound =
        ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &longest, sizeof longest) == 0 &&
        ::setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &longest, sizeof longest) == 0;
    socket_ = ::fcntl(socket, F_DUPFD_CLOEXEC, 0);
    return bound && socket_ >= 0 && !over_;
}

void SocketDeadline::watch(Steady::time_point end) {
    std::unique_lock lock(mutex_);
    if (woken_.wait_until(lock, end, [this] { return done_; })) return;
    over_ = true;
    if (socket_ >= 0) ::shutdown(socket_, SHUT_RDWR);
}

void SocketDeadline::let_go() {
    if (socket_ >= 0) ::close(socket_);
    socket_ = -1;
}

}  // namespace dibs::auth::ldap
