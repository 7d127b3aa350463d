// The system calls behind the connections: getaddrinfo, a non-blocking connect, keep-alive and user
// timeout, and their errors as words for people.
#include "ingest/ssh/socket.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <unistd.h>

namespace dibs::ssh {
namespace {

constexpr unsigned unanswered_limit_ms = 15'000;

void set_option(int fd, int level, int option, int value) {
    ::setsockopt(fd, level, option, &value, sizeof value);
}

// Small frames leave at once. A vanished peer is noticed after 15 s, with or without traffic.
void set_options(int fd) {
    set_option(fd, IPPROTO_TCP, TCP_NODELAY, 1);
    set_option(fd, SOL_SOCKET, SO_KEEPALIVE, 1);
    set_option(fd, IPPROTO_TCP, TCP_KEEPIDLE, 5);
    set_option(fd, IPPROTO_TCP, TCP_KEEPINTVL, 5);
    set_option(fd, IPPROTO_TCP, TCP_KEEPCNT, 2);
    set_option(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, static_cast<int>(unanswered_limit_ms));
}

}  // namespace

Fd::~Fd() {
    if (fd_ >= 0) {
        ::close(fd_);
    }
}

tl::expected<std::vector<Endpoint>, RemoteError> resolve(const std::string& address,
                                                         std::uint16_t port, bool numeric_only) {
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_NUMERICSERV | (numeric_only ? AI_NUMERICHOST : AI_ADDRCONFIG);
    addrinfo* found = nullptr;
    const int rc = ::getaddrinfo(address.c_str(), std::to_string(port).c_str(), &hints, &found);
    if (rc != 0) {
        return tl::unexpected(
            RemoteError{.kind = RemoteErrorKind::unreachable,
                        .text = "address '" + address + "': " + ::gai_strerror(rc)});
    }
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(found, &::freeaddrinfo);
    std::vector<Endpoint> endpoints;
    for (const auto* entry = found; entry != nullptr; entry = entry->ai_next) {
        Endpoint endpoint;
        endpoint.length = std::min<socklen_t>(entry->ai_addrlen, sizeof endpoint.address);
        std::memcpy(&endpoint.address, entry->ai_addr, endpoint.length);
        endpoints.push_back(endpoint);
    }
    return endpoints;
}

tl::expected<Fd, RemoteError> begin_connect(const Endpoint& endpoint) {
    Fd fd(::socket(endpoint.address.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (!fd) {
        return tl::unexpected(connect_error(errno));
    }
    set_options(fd.get());
    const auto* const address = reinterpret_cast<const sockaddr*>(&endpoint.address);
    if (::connect(fd.get(), address, endpoint.length) != 0 && errno != EINPROGRESS) {
        return tl::unexpected(connect_error(errno));
    }
    return fd;
}

std::optional<RemoteError> connect_outcome(int fd) {
    int error = 0;
    socklen_t length = sizeof error;
    ::getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length);
    return error == 0 ? std::nullopt : std::optional{connect_error(error)};
}

void set_non_blocking(int fd) {
    ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
}

RemoteError connect_error(int error) {
    const auto kind = error == ECONNREFUSED ? RemoteErrorKind::refused
                      : error == ETIMEDOUT  ? RemoteErrorKind::timeout
                                            : RemoteErrorKind::unreachable;
    return {.kind = kind, .text = std::string("connect: ") + std::strerror(error)};
}

std::string_view to_text(RemoteErrorKind kind) {
    switch (kind) {
        case RemoteErrorKind::unreachable:
            return "unreachable";
        case RemoteErrorKind::refused:
            return "refused";
        case RemoteErrorKind::timeout:
            return "timeout";
        case RemoteErrorKind::host_key_changed:
            return "host_key_changed";
        case RemoteErrorKind::auth_failed:
            return "auth_failed";
        case RemoteErrorKind::jump_failed:
            return "jump_failed";
        case RemoteErrorKind::ended:
            return "ended";
    }
    return "unknown";
}

}  // namespace dibs::ssh
