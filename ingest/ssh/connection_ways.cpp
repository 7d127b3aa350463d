// The part of a connection that handles jumps. It requests a way instead of a TCP connection; on
// the jump's side it carries the ways.
#include "ingest/ssh/connection.hpp"

#include <algorithm>
#include <utility>

#include <sys/epoll.h>

namespace dibs::ssh {
namespace {

// One process of sshd has 1,024 descriptors, unless its limits were raised.
constexpr std::size_t most_ways = 256;
// The CPU shares of a jump grow with the hosts behind it, up to half a core.
constexpr std::size_t most_shares = 10;

}  // namespace

void Connection::begin_way() {
    phase_ = Phase::on_the_way;
    pool_.want_way(id_, target_);
}

void Connection::on_way(tl::expected<Fd, RemoteError> way) {
    if (broken_) {
        return;
    }
    if (!way) {
        fail(way.error());
        return;
    }
    socket_ = *std::move(way);
    phase_ = Phase::greeting;
    pool_.watch(id_, socket_.get(), EPOLLIN);
}

bool Connection::over() const {
    const bool carries_way = std::any_of(ways_.begin(), ways_.end(),
                                         [](const auto& way) { return way && way->wanted(); });
    return streams_.empty() && !on_host_key_ && !carries_way;
}

int Connection::share() const {
    const auto open =
        std::count_if(ways_.begin(), ways_.end(), [](const auto& way) { return way != nullptr; });
    return static_cast<int>(
        std::clamp(static_cast<std::size_t>(open), std::size_t{1}, most_shares));
}

bool Connection::has_room_for_way() const {
    const auto free = std::count(ways_.begin(), ways_.end(), nullptr);
    return !broken_ && !silent_ && ways_.size() - static_cast<std::size_t>(free) < most_ways;
}

void Connection::add_way(ConnectionId wanted_by, const HostTarget& to) {
    auto slot = std::find(ways_.begin(), ways_.end(), nullptr);
    if (slot == ways_.end()) slot = ways_.emplace(slot);
    *slot = std::make_unique<Forward>(wanted_by, to.address, to.port);
    if (phase_ == Phase::live && !resting_) {
        advance_ways();
    }
}

// A jump that sent nothing since the request for the way may hang. The next way uses another
// connection.
void Connection::remove_way(ConnectionId wanted_by) {
    for (auto& way : ways_) {
        if (!way || way->wanted_by() != wanted_by) continue;
        if (phase_ == Phase::live && !way->is_open()) {
            silent_ = silent_ || heard_at_ < way->asked_at();
            way->abandon();
        } else {
            if (way->is_open()) pool_.unwatch(way->fd());
            way.reset();
        }
    }
    if (phase_ == Phase::live && !broken_) {
        watch_session();
    }
}

// Writing for one way may read packets of others. So all ways are visited, and visited again while
// one is being opened.
void Connection::advance_ways() {
    if (carries_ != Carries::ways || broken_ || resting_) {
        return;
    }
    const bool opening = std::any_of(ways_.begin(), ways_.end(),
                                     [](const auto& way) { return way && !way->is_open(); });
    for (int pass = 0; pass < (opening ? 2 : 1); ++pass) {
        for (std::size_t slot = 1; slot <= ways_.size(); ++slot) {
            auto& way = ways_[slot - 1];
            if (way && advance_way(*way)) {
                if (way->is_open()) pool_.unwatch(way->fd());
                way.reset();
            } else if (way) {
                watch_way(slot);
            }
        }
    }
    watch_session();
}

// Returns true once the way is over.
bool Connection::advance_way(Forward& way) {
    if (!way.is_open()) {
        const auto opening = way.open(*session_);
        if (opening == Forward::Opening::waiting) return false;
        if (!way.wanted()) return true;
        if (opening == Forward::Opening::failed) {
            pool_.answer_way(way.wanted_by(), tl::unexpected(through(way.why())));
            return true;
        }
        pool_.answer_way(way.wanted_by(), way.take_other_end());
    }
    if (way.is_flooded()) {
        pool_.answer_way(way.wanted_by(),
                         tl::unexpected(through({.kind = RemoteErrorKind::jump_failed,
                                                 .text = "it sends more than it may"})));
    }
    return way.over();
}

void Connection::move_way(std::size_t slot) {
    auto& way = ways_.at(slot - 1);
    if (phase_ != Phase::live || !way || !way->is_open()) {
        return;
    }
    way->move_bytes(*session_);
    advance_ways();
}

void Connection::watch_way(std::size_t slot) {
    auto& way = *ways_[slot - 1];
    if (!way.is_open()) {
        return;
    }
    const auto events = way.events(*session_);
    if (std::exchange(way.watched, events) == events) {
        return;
    }
    if (events == 0) {
        pool_.unwatch(way.fd());
    } else {
        pool_.watch(id_, way.fd(), events, slot);
    }
}

// Translates an error for the hosts behind this jump. Errors of an earlier jump stay as they are.
// So does this jump's report that it cannot connect to the host.
RemoteError Connection::through(RemoteError met) const {
    if (!met.jump.empty()) {
        return met;
    }
    met.jump = target_.name;
    met.text = "jump " + met.jump + ": " + met.text;
    const bool of_host =
        phase_ == Phase::live && !broken_ &&
        (met.kind == RemoteErrorKind::refused || met.kind == RemoteErrorKind::unreachable);
    if (of_host) {
        met.jump.clear();
    } else if (met.kind != RemoteErrorKind::host_key_changed) {
        met.kind = RemoteErrorKind::jump_failed;
    }
    return met;
}

}  // namespace dibs::ssh
