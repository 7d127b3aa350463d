// TCP sockets for the SSH pool: resolve, connect without waiting, the options that make a dead
// peer known within 15 s. Used by the pool's thread and the resolver's; no state of its own.
#pragma once

#include "ingest/ssh/remote.hpp"

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include <sys/socket.h>

namespace dibs::ssh {

using SteadyTime = std::chrono::steady_clock::time_point;

// Owns one file descriptor.
class Fd {
  public:
    Fd() = default;
    explicit Fd(int fd) : fd_(fd) {}
    Fd(Fd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    Fd& operator=(Fd&& other) noexcept {
        std::swap(fd_, other.fd_);
        return *this;
    }
    ~Fd();

    [[nodiscard]] int get() const { return fd_; }
    [[nodiscard]] int release() { return std::exchange(fd_, -1); }
    explicit operator bool() const { return fd_ >= 0; }

  private:
    int fd_{-1};
};

struct Endpoint {
    sockaddr_storage address{};
    socklen_t length{};
};

// The addresses of a host. `numeric_only` never asks the network: unreachable if it is a name.
[[nodiscard]] tl::expected<std::vector<Endpoint>, RemoteError> resolve(const std::string& address,
                                                                       std::uint16_t port,
                                                                       bool numeric_only);

// A socket on its way to `endpoint`: non-blocking, options set.
[[nodiscard]] tl::expected<Fd, RemoteError> begin_connect(const Endpoint& endpoint);

// Once writable: nothing if connected, else why not.
[[nodiscard]] std::optional<RemoteError> connect_outcome(int fd);

void set_non_blocking(int fd);

// The kind and the words for an errno of connect().
[[nodiscard]] RemoteError connect_error(int error);

}  // namespace dibs::ssh
