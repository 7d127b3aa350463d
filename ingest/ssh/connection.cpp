// The steps of one connection: resolve, connect, await the greeting, exchange keys, check the
// host's key, log in, then advance the streams. Each step ends in the next one or in `fail`.
#include "ingest/ssh/connection.hpp"

#include <algorithm>
#include <ctime>
#include <utility>

#include <sys/epoll.h>

namespace dibs::ssh {

using std::chrono::steady_clock;

namespace {

// The CPU time of the pool's thread that one host may use: a twentieth of a core, with a burst of
// one second of that.
constexpr int share_of_core = 20;
constexpr std::chrono::seconds saved{1};

std::chrono::nanoseconds cpu_of_thread() {
    timespec used{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return std::chrono::seconds{used.tv_sec} + std::chrono::nanoseconds{used.tv_nsec};
}

}  // namespace

Connection::Connection(ConnectionId id, HostTarget target, Duration limit, ConnectionOwner& pool,
                       Carries carries, OnHostKey on_host_key)
    : id_(id),
      target_(std::move(target)),
      limit_(limit),
      pool_(pool),
      carries_(carries),
      on_host_key_(std::move(on_host_key)),
      cpu_(saved) {}

Connection::~Connection() {
    streams_.clear();  // before the session that they use
    ways_.clear();
    if (!target_.jumps.empty()) {
        pool_.release_way(id_);
    }
    if (socket_) {
        pool_.unwatch(socket_.get());
    }
    if (session_) {
        pool_.unwatch(session_->watch_fd());
    }
}

void Connection::start() {
    deadline_ = steady_clock::now() + limit_;
    pool_.wake_at(id_, deadline_);
    if (!target_.jumps.empty()) {
        begin_way();
    } else if (auto endpoints = resolve(target_.address, target_.port, true)) {
        on_resolved(std::move(endpoints));
    } else {
        pool_.resolve(id_, target_);
    }
}

void Connection::on_resolved(Endpoints endpoints) {
    if (broken_) {
        return;
    }
    if (!endpoints) {
        fail(endpoints.error());
        return;
    }
    endpoints_ = *std::move(endpoints);
    std::reverse(endpoints_.begin(), endpoints_.end());
    try_next_endpoint({.kind = RemoteErrorKind::unreachable, .text = "the name has no address"});
}

// Each address but the last gets half of the remaining time. So an address that never answers
// leaves time for the next one.
void Connection::try_next_endpoint(RemoteError last_error) {
    while (!endpoints_.empty()) {
        endpoint_ = endpoints_.back();
        endpoints_.pop_back();
        auto socket = begin_connect(endpoint_);
        if (!socket) {
            last_error = std::move(socket).error();
            continue;
        }
        const auto now = steady_clock::now();
        endpoint_deadline_ = endpoints_.empty() ? deadline_ : now + (deadline_ - now) / 2;
        pool_.wake_at(id_, endpoint_deadline_);
        if (socket_) {
            pool_.unwatch(socket_.get());
        }
        socket_ = *std::move(socket);
        phase_ = Phase::connecting;
        pool_.watch(id_, socket_.get(), EPOLLOUT);
        return;
    }
    fail(last_error);
}

void Connection::expect_greeting() {
    if (const auto error = connect_outcome(socket_.get())) {
        try_next_endpoint(*error);
        return;
    }
    phase_ = Phase::greeting;
    pool_.watch(id_, socket_.get(), EPOLLIN);
}

void Connection::on_ready(std::size_t slot) {
    if (broken_ || resting_) {
        return;
    }
    charge([&] {
        if (slot == 0) {
            go_on();
        } else {
            move_way(slot);
        }
    });
}

void Connection::charge(const std::function<void()>& work) {
    const auto before = cpu_of_thread();
    work();
    const auto now = steady_clock::now();
    cpu_.use(now, (cpu_of_thread() - before) * share_of_core / share());
    if (!broken_ && session_ && !cpu_.is_free(now)) {
        rest();
    }
}

// Reads nothing until the pause ends, so the host has to wait too.
void Connection::rest() {
    resting_ = true;
    watched_ = 0;
    pool_.unwatch(session_->watch_fd());
    for (const auto& way : ways_) {
        if (way && std::exchange(way->watched, 0U) != 0) {
            pool_.unwatch(way->fd());
        }
    }
    pool_.wake_at(id_, cpu_.free_at());
}

void Connection::go_on() {
    switch (phase_) {
        case Phase::connecting:
            expect_greeting();
            return;
        case Phase::greeting:
            begin_handshake();
            return;
        case Phase::key_exchange:
        case Phase::login:
            advance_handshake();
            return;
        case Phase::live: {
            heard_at_ = steady_clock::now();
            const bool alive = session_->pump();
            advance_streams();
            if (alive) {
                advance_ways();
            } else {
                fail({.kind = RemoteErrorKind::ended,
                      .text = "the connection broke: " + session_->last_error()});
            }
            return;
        }
        case Phase::resolving:
        case Phase::on_the_way:
            return;
    }
}

// The host has sent bytes, so a session for it is worth its cost.
void Connection::begin_handshake() {
    pool_.unwatch(socket_.get());
    auto session = Session::over(std::move(socket_), target_, host_keys_);
    if (!session) {
        fail(session.error());
        return;
    }
    session_.emplace(*std::move(session));
    phase_ = Phase::key_exchange;
    advance_handshake();
}

void Connection::advance_handshake() {
    auto progress =
        phase_ == Phase::key_exchange ? session_->exchange_keys() : Progress{Step::done};
    if (progress == Step::done && phase_ == Phase::key_exchange) {
        if (on_host_key_) {
            deliver_host_key(session_->shown_host_key());
            return;
        }
        if (auto wrong = session_->check_host_key(target_.pinned_host_key)) {
            ask_for_another_host_key(*wrong);
            return;
        }
        wrong_key_.reset();
        phase_ = Phase::login;
    }
    if (progress == Step::done) {
        progress = session_->log_in(pool_.key());
    }
    if (!progress) {
        fail(progress.error());
    } else if (progress == Step::waiting) {
        watch_session();
    } else {
        live_now();
    }
}

void Connection::live_now() {
    phase_ = Phase::live;
    live_since_ = heard_at_ = steady_clock::now();
    advance_streams();
    advance_ways();
}

// A host has keys of several kinds, and the pinned key may be of any kind. So a new connection asks
// for the other kinds. The key counts as changed only if no kind has the pinned one.
void Connection::ask_for_another_host_key(const RemoteError& wrong) {
    const auto shown = session_->shown_host_key();
    if (!wrong_key_) wrong_key_ = wrong;
    host_keys_ = shown ? other_host_keys(host_keys_, *shown) : std::string();
    if (target_.pinned_host_key.empty() || host_keys_.empty()) {
        fail(*wrong_key_);
        return;
    }
    pool_.unwatch(session_->watch_fd());
    session_.reset();
    watched_ = 0;
    if (!target_.jumps.empty()) {
        pool_.release_way(id_);
        begin_way();
        return;
    }
    endpoints_ = {endpoint_};
    try_next_endpoint(*wrong_key_);
}

void Connection::deliver_host_key(tl::expected<HostKey, RemoteError> key) {
    const auto tell = std::exchange(on_host_key_, nullptr);
    tell(std::move(key));
}

RemoteError Connection::late() const {
    constexpr std::string_view doing[] = {
        "looking up the name", "waiting for the jump to connect to it",
        "connecting",          "waiting for the greeting",
        "exchanging keys",     "logging in",
        "starting the command"};
    return {
        .kind = RemoteErrorKind::timeout,
        .text = "no answer in time while " + std::string(doing[static_cast<std::size_t>(phase_)])};
}

void Connection::on_time(SteadyTime now) {
    if (broken_) {
        return;
    }
    if (resting_ && cpu_.is_free(now)) {
        resting_ = false;
        watch_session();
        advance_ways();
        if (phase_ == Phase::live) advance_streams();  // changes made meanwhile
    }
    if (phase_ == Phase::live) {
        if (now < deadline_) {
            return;
        }
        const bool waits = std::any_of(streams_.begin(), streams_.end(),
                                       [](const auto& stream) { return !stream->running(); });
        if (waits) {
            fail(late());
        }
        return;
    }
    if (now >= deadline_) {
        fail(late());
    } else if (phase_ == Phase::connecting && now >= endpoint_deadline_) {
        try_next_endpoint({.kind = RemoteErrorKind::timeout, .text = "connect: no answer"});
    }
}

void Connection::watch_session() {
    if (resting_) {
        return;
    }
    const std::uint32_t writing = session_->wants_to_write() ? EPOLLOUT : 0U;
    if (std::exchange(watched_, EPOLLIN | writing) != (EPOLLIN | writing)) {
        pool_.watch(id_, session_->watch_fd(), watched_);
    }
}

void Connection::fail(const RemoteError& met) {
    const auto why = wrong_key_.value_or(met);
    broken_ = true;
    for (const auto& stream : streams_) {
        stream->finish(why);
    }
    if (carries_ == Carries::ways) {
        const auto lived = phase_ == Phase::live ? steady_clock::now() - live_since_ : Pace::Cost{};
        pool_.jump_failed(target_, through(why), std::chrono::floor<Duration>(lived));
        for (const auto& way : ways_) {
            if (way && way->wanted())
                pool_.answer_way(way->wanted_by(), tl::unexpected(through(why)));
        }
    }
    if (on_host_key_) {
        deliver_host_key(tl::unexpected(why));
    }
}

}  // namespace dibs::ssh
