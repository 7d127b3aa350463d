// Ways through jumps: a jump's connection carries those of all hosts behind it, and a jump that
// failed is left alone for a while.
#include "ingest/ssh/loop.hpp"

#include <algorithm>

namespace dibs::ssh {
namespace {

// A jump gets slightly less time than the connection that waits for it, so that the jump's own
// error arrives first.
Duration limit_of_jump(Duration limit) {
    return limit * 9 / 10;
}

constexpr Duration first_jump_wait{500};
constexpr Duration longest_jump_wait{30'000};
constexpr Duration jump_steady_after{10'000};
constexpr std::chrono::minutes jump_wait_kept{10};

}  // namespace

void Pool::Loop::want_way(ConnectionId id, const HostTarget& target) {
    const auto& last = target.jumps.back();
    const HostTarget jump{
        to_text(last), last.address,  static_cast<std::uint16_t>(last.port),
        last.account,  last.host_key, {target.jumps.begin(), target.jumps.end() - 1}};
    const auto key = key_of(jump, Carries::ways);
    auto* connection =
        known_connection(key, [](const auto& one) { return one.has_room_for_way(); });
    const bool is_new = connection == nullptr;
    if (is_new) {
        const auto wait = jump_waits_.find(key);
        if (wait != jump_waits_.end() && std::chrono::steady_clock::now() < wait->second.until) {
            answer_way(id, tl::unexpected(wait->second.why));
            return;
        }
        const auto* const waits = find(id);
        const auto limit = waits != nullptr ? waits->limit() : options_.connect_limit;
        connection = &add_connection(jump, limit_of_jump(limit), Carries::ways);
        by_key_.emplace(key, connection->id());
    }
    ways_.insert_or_assign(number(id), connection->id());
    connection->add_way(id, target);
    if (is_new) {
        connection->start();
    }
}

void Pool::Loop::release_way(ConnectionId id) {
    const auto at = ways_.find(number(id));
    if (at == ways_.end()) {
        return;
    }
    if (auto* const jump = find(at->second)) {
        jump->remove_way(id);
    }
    ways_.erase(number(id));
}

void Pool::Loop::answer_way(ConnectionId wanted_by, tl::expected<Fd, RemoteError> way) {
    if (auto* const connection = find(wanted_by)) {
        connection->on_way(std::move(way));
    }
}

void Pool::Loop::jump_failed(const HostTarget& jump, const RemoteError& why, Duration lived) {
    const auto now = std::chrono::steady_clock::now();
    std::erase_if(jump_waits_,
                  [&](const auto& one) { return one.second.until + jump_wait_kept < now; });
    auto& wait = jump_waits_[key_of(jump, Carries::ways)];
    wait.failures = lived >= jump_steady_after ? 1 : wait.failures + 1;
    const auto doubled = first_jump_wait * (1 << std::min(wait.failures - 1, 6));
    wait.until = now + std::min(doubled, longest_jump_wait);
    wait.why = why;
}

}  // namespace dibs::ssh
