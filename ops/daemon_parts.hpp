// The parts of one dibsd, in the order in which they are made; they end in reverse order. A part
// gets its dependencies by reference. daemon_parts.cpp connects them, daemon.cpp starts and ends
// them.
#pragma once

#include "api/auth/gate.hpp"
#include "api/http/connection/server.hpp"
#include "api/routes/request/routes.hpp"
#include "api/routes/stream/stream.hpp"
#include "api/time/tz_zones.hpp"
#include "api/ws/hub.hpp"
#include "domain/log/cloudevent.hpp"
#include "ingest/audit/sealer.hpp"
#include "ingest/sampler.hpp"
#include "ingest/ssh/pool.hpp"
#include "ingest/writer.hpp"
#include "ops/background.hpp"
#include "ops/config/configured_ldap.hpp"
#include "ops/config/configured_oidc.hpp"
#include "ops/config/configured_outbound.hpp"
#include "ops/config/configured_parts.hpp"
#include "ops/config/configured_sign_up.hpp"
#include "ops/daemon.hpp"
#include "ops/eraser.hpp"
#include "ops/idle_follower.hpp"
#include "ops/opened_files.hpp"
#include "ops/process/clock.hpp"
#include "ops/process/room_keeper.hpp"
#include "ops/react/hosts/fleet_keeper.hpp"
#include "ops/react/minute_clock.hpp"
#include "ops/site_reactions.hpp"
#include "projections/rebuilder.hpp"
#include "projections/usage/usage_follower.hpp"

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace dibs {

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
                        periodic_checks(mailer != nullptr)};

    // HTTP
    routes::Workers workers;
    routes::IdentityProviders identity;
    auth::Rates rates{rate_settings(config)};
    auth::LastUse last_use;
    http::HttpMetrics metrics;
    routes::Service service{loop,  writer,  *files.model, projector, clock,
                            zones, workers, rates,        last_use,  metrics};
    http::Router router;
    std::unique_ptr<routes::Stream> stream;
    std::unique_ptr<ws::Hub> hub;
    std::unique_ptr<http::Server> server;
    RoomKeeper room{*files.model, clock, static_cast<std::size_t>(config.connections),
                    config.certificate.empty() ? std::size_t{1} : std::size_t{3},
                    [this](std::size_t most) { server->set_most_connections(most); }};
    // They read the log and the samples from the start on, and last until the loop ends.
    std::vector<Background> followers{background(usage), background(sampler), background(projector),
                                      background(rebuilder), background(eraser)};
    // They send commands as time passes, once this node is ready.
    std::vector<Background> clocks{background(sealer), background(idle), background(minutes)};
    std::thread loop_thread;
    bool started = false;

    // Ways to sign in besides passwords and tokens.
    struct Ways {
        std::unique_ptr<auth::oidc::SignIn> oidc;
        std::unique_ptr<auth::ldap::SignIn> ldap;
        std::optional<routes::SigningUp> signing_up;
    };
    Parts(Config its_config, Files its_files, Outbound its_outbound, Ways ways);

    static void complain_of_samples(const std::string& problem);
    void probe_hosts();

    // Hosts report their time before the writer begins: the probes follow the tables.
    WriterSettings writing();
    std::vector<Reaction> reactions();
    std::optional<std::uint64_t> writing_epoch() const;

    // True if this node writes and its clock is trusted.
    bool may_stamp() const { return writing_epoch().has_value() && writer.trusts_clock(); }

    UsageFollower::Settings follower_settings();
    void complete_service();

    // The reason, if waiting cannot help.
    [[nodiscard]] std::optional<std::string> permanent_failure() const;

    // Does nothing where another node writes: that node keeps the record.
    [[nodiscard]] bool enrol_configured_hosts(const ShutdownCheck& shutdown_requested);

    // The rules of the configuration hold until rules are set as facts.
    void seed_rules();

    tl::expected<std::string, std::string> address();
};

}  // namespace dibs
