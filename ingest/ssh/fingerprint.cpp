// Fetches a host's key for enrolment: one connection, the key exchange, nothing else. Runs on the
// caller's thread, which waits.
#include "ingest/ssh/pool.hpp"
#include "ingest/ssh/session.hpp"

#include <poll.h>

namespace dibs::ssh {
namespace {

tl::expected<Fd, RemoteError> connected(const Endpoint& endpoint, const Limits& limits) {
    auto socket = begin_connect(endpoint);
    if (!socket) {
        return socket;
    }
    if (!wait_for(socket->get(), POLLOUT, limits.deadline, *limits.stop)) {
        return tl::unexpected(
            RemoteError{.kind = RemoteErrorKind::timeout, .text = "connect: no answer"});
    }
    if (auto error = connect_outcome(socket->get())) {
        return tl::unexpected(*std::move(error));
    }
    return socket;
}

}  // namespace

tl::expected<HostKey, RemoteError> fetch_fingerprint(const std::string& address, std::uint16_t port,
                                                     Duration limit,
                                                     const std::atomic<bool>& stop) {
    const auto endpoints = resolve(address, port, false);
    if (!endpoints) {
        return tl::unexpected(endpoints.error());
    }
    RemoteError last{.kind = RemoteErrorKind::unreachable, .text = "the name has no address"};
    const auto overall = std::chrono::steady_clock::now() + limit;
    for (std::size_t i = 0; i < endpoints->size(); ++i) {
        const auto now = std::chrono::steady_clock::now();
        const bool is_last = i + 1 == endpoints->size();
        const Limits connecting{is_last ? overall : now + (overall - now) / 2, &stop};
        auto socket = connected((*endpoints)[i], connecting);
        if (!socket) {
            last = std::move(socket).error();
            continue;
        }
        return Session::host_key_of(*std::move(socket), address, {overall, &stop});
    }
    return tl::unexpected(last);
}

}  // namespace dibs::ssh
