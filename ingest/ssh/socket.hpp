// TCP sockets for the SSH pool: resolve, connect without blocking, options that detect a dead peer
// within 15 s. Used by the pool's thread and the resolver's threads; no state of its own.
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

// Returns the addresses of a host. With `numeric_only` it never asks the network: a name gives
// `unreachable`.
[[nodiscard]] tl::expected<std::vector<Endpoint>, RemoteError> resolve(const std::string& address,
                                                                       std::uint16_t port,
                                                                       bool numeric_only);

// Returns a non-blocking socket that is connecting to `endpoint`, with its options set.
[[nodiscard]] tl::expected<Fd, RemoteError> begin_connect(const Endpoint& endpoint);

// Call it once the socket is writable: returns nothing if connected, else the error.
[[nodiscard]] std::optional<RemoteError> connect_outcome(int fd);

void set_non_blocking(int fd);

// The kind and the words for an errno of connect().
[[nodiscard]] RemoteError connect_error(int error);

}  // namespace dibs::ssh
