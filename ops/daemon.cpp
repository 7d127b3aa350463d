// The composition. What is made first ends last; a part gets what it needs by reference.
#include "ops/daemon.hpp"

#include "api/auth/gate.hpp"
#include "api/http/server.hpp"
#include "api/loop/turns.hpp"
#include "api/routes/readiness.hpp"
#include "api/routes/routes.hpp"
#include "api/routes/stream/stream.hpp"
#include "api/time/tz_zones.hpp"
#include "api/ws/hub.hpp"
#include "domain/log/cloudevent.hpp"
#include "ingest/audit/sealer.hpp"
#include "ingest/sampler.hpp"
#include "ingest/ssh/pool.hpp"
#include "ingest/writer.hpp"
#include "ops/clock.hpp"
#include "ops/clock_evidence.hpp"
#include "ops/configured_ldap.hpp"
#include "ops/configured_oidc.hpp"
#include "ops/configured_outbound.hpp"
#include "ops/configured_parts.hpp"
#include "ops/configured_rules.hpp"
#include "ops/configured_sign_up.hpp"
#include "ops/disk_space.hpp"
#include "ops/eraser.hpp"
#include "ops/idle_follower.hpp"
#include "ops/opened_files.hpp"
#include "ops/react/enrolment.hpp"
#include "ops/react/fleet_keeper.hpp"
#include "ops/room_keeper.hpp"
#include "ops/setup_link.hpp"
#include "ops/site_reactions.hpp"
#include "projections/questions/calendar.hpp"
#include "projections/questions/people.hpp"
#include "projections/questions/site.hpp"
#include "projections/rebuilder.hpp"
#include "projections/usage/usage_follower.hpp"

#include <atomic>
#include <future>
#include <utility>

#include <spdlog/spdlog.h>

namespace dibs {
namespace {

using std::chrono::steady_clock;
constexpr std::chrono::milliseconds look_every{10};
constexpr std::chrono::seconds tell_every{2};
constexpr std::chrono::seconds patience{30};  // for the tables to hold one command's facts
constexpr int nice_of_followers = 5;  // before large answers, which have 10

// What it starts inherits how its thread takes turns.
void on_a_thread(const std::function<void()>& start) {
    std::thread(start).join();
}

void complain_of_samples(const std::string& problem) {
    spdlog::warn("samples: {}", problem);
}

}  // namespace

struct Daemon::Parts {
    Config config;
    Clock clock = wall_clock();
    TzZones zones;
    Files files;
    Outbound outbound;
    http::EventLoop loop;
    Projector projector{*files.log, *files.keys, *files.model};
    Rebuilder rebuilder{*files.log, *files.keys, *files.model};
    Writer writer{*files.log,
                  *files.keys,
                  clock,
                  writing(),
                  [this](Position) { projector.notify(); },
                  std::move(files.answered),
                  Deciding{.zones = &zones}};

    Eraser eraser{{*files.keys, *files.model, rebuilder, clock, config.data_directory,
                   writing().snapshots,
                   [this] { return projector.caught_up() && files.model->behind().all_answer(); }}};

    AuditSealer sealer{{*files.log, *files.keys, writer, [this] { return may_stamp(); }, clock},
                       {.every = std::chrono::seconds{config.seal_every_s}}};

    // GPU hosts
    ssh::Pool ssh{{config.probe_identity.string()}};
    UsageFollower usage{*files.samples, *files.hours, files.model->usage(), follower_settings()};
    Sampler sampler{*files.samples, complain_of_samples};
    Sightings sightings;
    steps::FirstActionClock first_actions{clock};
    Observer observer{writer,
                      [this](HostId host, Instant at, const probe::ProbeFrame& frame) {
                          if (writer.trusts_clock()) sampler.take(host, at, frame);
                          sightings.take(host, at, frame);
                      },
                      clock};
    probe::Monitor monitor{ssh, observer, probe_options(clock)};
    FleetKeeper fleet{*files.model, observer, monitor, sampler, clock};
    std::atomic<bool> hosts_are_known{false};
    IdleFollower idle{{*files.samples, *files.model, writer, [this] { return may_stamp(); }, clock,
                       complain_of_samples}};

    // Effects
    std::unique_ptr<mail::Mailer> mailer =
        make_mailer(outbound, config.data_directory / "reactors" / "mail_pace", clock);
    Reactors reactors{{*files.log, writer, [this] { return writing_epoch(); }, clock,
                       config.data_directory / "reactors", cloud_event_source(files.log_id)},
                      reactions()};
    MinuteClock minutes{{*files.model, zones, writer, [this] { return may_stamp(); }, clock},
                        minute_looks(mailer != nullptr)};

    // HTTP
    WorkPool passwords{2};
    WorkPool background{2, 4096};  // beyond: 503
    WorkPool outward{1};
    routes::IdentityProviders identity;
    auth::Rates rates{rate_settings(config)};
    auth::LastUse last_use;
    http::HttpMetrics metrics;
    routes::Service service{loop,      writer,     *files.model, projector, clock,    zones,
                            passwords, background, outward,      rates,     last_use, metrics};
    http::Router router;
    std::unique_ptr<routes::Stream> stream;
    std::unique_ptr<ws::Hub> hub;
    std::unique_ptr<http::Server> server;
    RoomKeeper room{*files.model, clock, static_cast<std::size_t>(config.connections),
                    config.certificate.empty() ? std::size_t{1} : std::size_t{3},
                    [this](std::size_t most) { server->set_most_connections(most); }};
    std::thread loop_thread;
    bool started = false;

    // How people come in, beside passwords and tokens.
    struct Ways {
        std::unique_ptr<auth::oidc::SignIn> oidc;
        std::unique_ptr<auth::ldap::SignIn> ldap;
        std::optional<routes::SigningUp> signing_up;
    };
    Parts(Config its_config, Files its_files, Outbound its_outbound, Ways ways)
        : config(std::move(its_config)),
          files(std::move(its_files)),
          outbound(std::move(its_outbound)) {
        identity.oidc = std::move(ways.oidc);
        identity.ldap = std::move(ways.ldap);
        service.signing_up = std::move(ways.signing_up);
        if (service.signing_up) connect(*service.signing_up, config, ssh);
        complete_service();
        stream = std::make_unique<routes::Stream>(service);
        hub = std::make_unique<ws::Hub>(loop, ws::HubConfig{}, stream->callbacks());
        service.hub = hub.get();
        stream->start(*hub);
        routes::add_all_routes(router, service);
        if (files.dashboard) router.set_fallback(files.dashboard->handler());
        server =
            std::make_unique<http::Server>(loop, server_config(config, clock), router, &metrics);
        server->add_stream("/api/v1/stream", *hub,
                           auth::make_admission(routes::guard_of(service), *hub));
        room.share(config.hosts.size());
        // Hosts of a log half read may be gone by its end.
        projector.when_caught_up([this] {
            probe_hosts();
            room.refresh();
        });
        projector.when_swapped([this] {
            if (projector.caught_up()) probe_hosts();
        });
        projector.subscribe([this](const Projector::Batch& facts) {
            eraser.on_facts(*facts);
            if (!projector.caught_up()) return;
            fleet.on_facts(*facts);
            room.on_facts(*facts);
        });
    }

    void probe_hosts() {
        fleet.refresh();
        hosts_are_known = files.model->behind().all_answer();
    }

    // Hosts are asked for their time before the writer begins: the probes follow the tables.
    WriterSettings writing() {
        auto settings = writer_settings(config, tables_of(*files.model));
        settings.clock_evidence = [this] {
            const bool known = hosts_are_known;
            return clock_evidence(clock_is_synchronised(), monitor.stats(), known);
        };
        return settings;
    }

    std::vector<Reaction> reactions() {
        return site_reactions(
            config, outbound,
            {*files.keys, cloud_event_source(files.log_id), writer, projector, *files.model, ssh,
             sightings, first_actions, mailer.get(), clock, zones});
    }

    std::optional<std::uint64_t> writing_epoch() const {
        const auto status = writer.status();
        if (status.role != Writer::Role::writing) return std::nullopt;
        return status.epoch;
    }

    // This node writes, and knows what time it is.
    bool may_stamp() const { return writing_epoch().has_value() && writer.trusts_clock(); }

    UsageFollower::Settings follower_settings() {
        return {std::chrono::hours{config.samples_kept_h},
                clock,
                complain_of_samples,
                [this] { return projector.holds_all() && files.model->behind().all_answer(); },
                [this](GpuId gpu, const Interval& window) {
                    return bookings_on(files.model->snapshot(clock()), gpu, window);
                },
                [this] { return writer.trusts_clock(); }};
    }

    void complete_service() {
        service.origins = origins_of(config);
        service.identity = &identity;
        const bool named = !config.public_url.empty();
        if (named) service.settings.public_url = url_of(config, config.listen_port);
        service.settings.dcgm_metrics = config.dcgm_metrics;
        service.settings.sends_mail = mailer != nullptr;
        service.scraping = {config.metrics_on_loopback, config.listen_address,
                            service.origins.allowed};
        service.status.started_at = clock();
        service.status.log = config.log.substr(0, config.log.find(':'));
        service.status.writer = [this] { return writer.status(); };
        service.status.probes = [this] { return monitor.stats(); };
        service.status.clock_is_synchronised = clock_is_synchronised;
        service.status.disk = [folder = config.data_directory] { return disk_space(folder); };
        service.status.audit = [this] { return sealer.findings(); };
        service.status.first_actions = [this] { return first_actions.times(); };
        service.status.effects = [this] { return reactors.status(); };
        if (mailer) service.status.mail = [this] { return mailer->status(); };
        service.status.holds_head = [this](const AuditHead& head) { return sealer.holds(head); };
        service.erased_up_to = [this] { return eraser.done(); };
        service.keyed_digest = [this](std::string_view text) { return files.keys->digest(text); };
        service.fingerprint_of =
            [this](const std::string& address,
                   std::uint16_t port) -> tl::expected<routes::HostKey, std::string> {
            const auto key = ssh.fingerprint_of(address, port);
            if (!key) return tl::unexpected(key.error().text);
            return routes::HostKey{key->type, key->fingerprint};
        };
    }

    // What waiting does not mend.
    [[nodiscard]] std::optional<std::string> hopeless() const {
        const auto its = writer.status();
        if (its.role == Writer::Role::stopped || its.needs_admin) return its.problem;
        const auto tables = projector.status();
        if (tables.stopped) return "The tables did not catch up: " + tables.error;
        return std::nullopt;
    }

    // Where another node writes, the record is that node's business.
    [[nodiscard]] bool enrol_configured_hosts(const ToldToEnd& told_to_end) {
        if (writer.status().role != Writer::Role::writing) return true;
        return enrol(enrolments(config.hosts, files.model->snapshot(clock()), clock()), writer,
                     [&](auto wait) { return told_to_end(wait) || hopeless(); });
    }

    // What the configuration says holds until somebody sets other rules: those are facts.
    void seed_rules() {
        dibs::seed_rules(config.rules, site_rules(files.model->snapshot(clock())), writer);
    }

    tl::expected<std::string, std::string> address() {
        const auto url = url_of(config, server->port());
        const bool writing = writer.status().role == Writer::Role::writing;
        if (!writing || !setup_state(files.model->snapshot(clock())).open) return url + "/";
        const auto secret = open_setup(writer, clock);
        if (!secret) return tl::unexpected(secret.error().detail);
        // The link is checked against the tables, which a log far away reaches a moment later.
        if (!projector.wait_for(writer.status().position, steady_clock::now() + patience)) {
            return tl::unexpected("The tables did not catch up: " + projector.status().error);
        }
        return url + "/setup?token=" + *secret;
    }
};

Daemon::Daemon(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

Daemon::~Daemon() {
    stop();
}

tl::expected<std::unique_ptr<Daemon>, std::string> Daemon::open(Config config) {
    auto oidc = make_oidc(config, wall_clock());
    if (!oidc) return tl::unexpected(oidc.error());
    auto ldap = make_ldap(config);
    if (!ldap) return tl::unexpected(ldap.error());
    auto signing_up = make_signing_up(config);
    if (!signing_up) return tl::unexpected(signing_up.error());
    auto outbound = make_outbound(config);
    if (!outbound) return tl::unexpected(outbound.error());
    auto files = open_files(config);
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
        p.usage.start();
        p.sampler.start();
        p.projector.start();
        p.rebuilder.start();
        p.eraser.start();
    });
}

tl::expected<std::optional<std::string>, std::string> Daemon::await_ready(
    const ToldToEnd& told_to_end) {
    Parts& p = *parts_;
    auto tell_at = steady_clock::now() + tell_every;
    for (;;) {
        const auto its = routes::readiness_of(p.service);
        if (its.ready()) break;
        if (auto why = p.hopeless()) return tl::unexpected(*std::move(why));
        if (steady_clock::now() >= tell_at) {
            spdlog::info("not ready: {}", its.why());
            tell_at = steady_clock::now() + tell_every;
        }
        if (told_to_end(look_every)) return std::nullopt;
    }
    p.seed_rules();
    if (!p.enrol_configured_hosts(told_to_end)) {
        if (auto why = p.hopeless()) return tl::unexpected(*std::move(why));
        return std::nullopt;
    }
    p.reactors.start();
    on_a_thread([&p] {
        step_back(nice_of_followers);
        p.sealer.start();
        p.idle.start();
        p.minutes.start();
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
    p.sealer.request_stop();
    p.idle.request_stop();
    p.minutes.request_stop();
    p.eraser.request_stop();
    std::promise<void> quiet;
    p.server->stop([&quiet] { quiet.set_value(); });
    p.writer.stop();  // its answers go out before the server is quiet
    p.reactors.stop();
    p.sealer.stop();
    p.idle.stop();
    p.minutes.stop();
    quiet.get_future().wait();
    p.background.stop();
    p.outward.stop();
    p.passwords.stop();
    p.identity.workers.stop();
    if (p.identity.ldap) p.identity.ldap->workers.stop();
    p.eraser.stop();
    p.rebuilder.stop();
    p.projector.stop();
    p.monitor.set_hosts({});
    p.sampler.stop();
    p.usage.stop();
    p.loop.stop();
    p.loop_thread.join();
}

}  // namespace dibs
