// How one dibsd starts, waits until it is ready, and ends.
#include "ops/daemon.hpp"

#include "api/loop/turns.hpp"
#include "api/routes/request/readiness.hpp"
#include "ops/daemon_parts.hpp"

#include <future>
#include <utility>

#include <spdlog/spdlog.h>

namespace dibs {
namespace {

using std::chrono::steady_clock;
constexpr std::chrono::milliseconds end_poll_interval{10};
constexpr std::chrono::seconds progress_interval{2};
constexpr int nice_of_followers = 5;  // goes before large answers (nice 10)

// Threads that `start` creates inherit the nice value of their creator.
void on_a_thread(const std::function<void()>& start) {
    std::thread(start).join();
}

}  // namespace

Daemon::Daemon(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

Daemon::~Daemon() {
    stop();
}

tl::expected<std::unique_ptr<Daemon>, std::string> Daemon::open(
    Config config, const ShutdownCheck& shutdown_requested) {
    auto oidc = make_oidc(config, wall_clock());
    if (!oidc) return tl::unexpected(oidc.error());
    auto ldap = make_ldap(config);
    if (!ldap) return tl::unexpected(ldap.error());
    auto signing_up = make_signing_up(config);
    if (!signing_up) return tl::unexpected(signing_up.error());
    auto outbound = make_outbound(config);
    if (!outbound) return tl::unexpected(outbound.error());
    auto files = open_files(config, shutdown_requested);
    if (!files) return tl::unexpected(files.error());
    Parts::Ways ways{std::move(*oidc), std::move(*ldap), std::move(*signing_up)};
    auto parts = std::make_unique<Parts>(std::move(config), std::move(*files), std::move(*outbound),
                                         std::move(ways));
    if (auto bound = parts->server->start(); !bound) return tl::unexpected(bound.error());
    return std::unique_ptr<Daemon>(new Daemon(std::move(parts)));
}

void Daemon::start() {
    Parts& p = *parts_;
    p.started = true;
    p.loop_thread = std::thread([&p] { p.loop.run(); });
    on_a_thread([&p] {
        take_short_turns();
        p.writer.start();
    });
    on_a_thread([&p] {
        step_back(nice_of_followers);
        start_all(p.followers);
    });
}

tl::expected<std::optional<std::string>, std::string> Daemon::await_ready(
    const ShutdownCheck& shutdown_requested) {
    Parts& p = *parts_;
    auto next_progress = steady_clock::now() + progress_interval;
    for (;;) {
        const auto its = routes::readiness_of(p.service);
        if (its.ready()) break;
        if (auto why = p.permanent_failure()) return tl::unexpected(*std::move(why));
        if (steady_clock::now() >= next_progress) {
            spdlog::info("not ready: {}", its.why());
            next_progress = steady_clock::now() + progress_interval;
        }
        if (shutdown_requested(end_poll_interval)) return std::nullopt;
    }
    p.seed_rules();
    if (!p.enrol_configured_hosts(shutdown_requested)) {
        if (auto why = p.permanent_failure()) return tl::unexpected(*std::move(why));
        return std::nullopt;
    }
    p.reactors.start();
    on_a_thread([&p] {
        step_back(nice_of_followers);
        start_all(p.clocks);
    });
    return p.address();
}

std::optional<std::string> Daemon::must_end() const {
    const auto writer = parts_->writer.status();
    if (writer.must_end) return writer.problem;
    auto damage = parts_->files.model->damage();
    return damage.empty() ? std::nullopt : std::optional(std::move(damage));
}

std::uint16_t Daemon::port() const {
    return parts_->server->port();
}

void Daemon::stop() {
    Parts& p = *parts_;
    if (!std::exchange(p.started, false)) return;
    p.reactors.request_stop();
    request_stop_all(p.clocks);
    request_stop_all(p.followers);
    std::promise<void> quiet;
    p.server->stop([&quiet] { quiet.set_value(); });
    p.writer.stop();  // sends its pending answers before the server stops
    p.reactors.stop();
    stop_all(p.clocks);
    p.ssh.stop();  // so that a host that hangs does not delay a request for its host key
    quiet.get_future().wait();
    p.workers.stop();
    p.identity.workers.stop();
    if (p.identity.ldap) p.identity.ldap->workers.stop();
    stop_all(p.followers);
    p.loop.stop();
    p.loop_thread.join();
}

}  // namespace dibs
