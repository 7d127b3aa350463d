// How the parts of one dibsd are connected, and which settings each part gets.
#include "ops/daemon_parts.hpp"

#include "ops/config/configured_rules.hpp"
#include "ops/process/clock_evidence.hpp"
#include "ops/process/disk_space.hpp"
#include "ops/react/hosts/enrolment.hpp"
#include "ops/setup_link.hpp"
#include "projections/questions/calendar.hpp"
#include "projections/questions/people.hpp"
#include "projections/questions/site.hpp"

#include <utility>

#include <spdlog/spdlog.h>

namespace dibs {
namespace {

constexpr std::chrono::seconds catch_up_timeout{30};  // for one command's facts in the tables

}  // namespace

void Daemon::Parts::complain_of_samples(const std::string& problem) {
    spdlog::warn("samples: {}", problem);
}

Daemon::Parts::Parts(Config its_config, Files its_files, Outbound its_outbound, Ways ways)
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
    server = std::make_unique<http::Server>(loop, server_config(config, clock), router, &metrics);
    server->add_stream("/api/v1/stream", *hub, auth::make_admission(routes::guard_of(service)));
    room.share(config.hosts.size());
    // Probes start at the end of the log: a partly read log may contain hosts that it removes
    // later.
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

void Daemon::Parts::probe_hosts() {
    fleet.refresh();
    hosts_are_known = files.model->behind().all_answer();
}

WriterSettings Daemon::Parts::writing() {
    auto settings = writer_settings(config, tables_of(*files.model));
    settings.clock_evidence = [this] {
        const bool known = hosts_are_known;
        return clock_evidence(clock_is_synchronised(), monitor.stats(), known);
    };
    return settings;
}

std::vector<Reaction> Daemon::Parts::reactions() {
    return site_reactions(
        config, outbound,
        {*files.keys, cloud_event_source(files.log_id), writer, projector, *files.model, ssh,
         sightings, first_actions, mailer.get(), clock, zones});
}

std::optional<std::uint64_t> Daemon::Parts::writing_epoch() const {
    const auto status = writer.status();
    if (status.role != WriterRole::writing) return std::nullopt;
    return status.epoch;
}

UsageFollower::Settings Daemon::Parts::follower_settings() {
    return {std::chrono::hours{config.samples_kept_h},
            clock,
            complain_of_samples,
            [this] { return projector.holds_all() && files.model->behind().all_answer(); },
            [this](GpuId gpu, const Interval& window) {
                return bookings_on(files.model->snapshot(clock()), gpu, window);
            },
            [this] { return writer.trusts_clock(); }};
}

void Daemon::Parts::complete_service() {
    service.origins = origins_of(config);
    service.identity = &identity;
    const bool named = !config.public_url.empty();
    if (named) service.settings.public_url = url_of(config, config.listen_port);
    service.settings.dcgm_metrics = config.dcgm_metrics;
    service.settings.sends_mail = mailer != nullptr;
    service.scraping = {config.metrics_on_loopback, config.listen_address, service.origins.allowed};
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
        [this](const std::string& address, std::uint16_t port,
               const fleet::Jumps& jumps) -> tl::expected<routes::HostKey, std::string> {
        const auto key = ssh.fingerprint_of({address, address, port, {}, {}, jumps});
        if (!key) return tl::unexpected(key.error().text);
        return routes::HostKey{key->type, key->fingerprint};
    };
}

std::optional<std::string> Daemon::Parts::permanent_failure() const {
    const auto its = writer.status();
    if (its.role == WriterRole::stopped || its.needs_admin) return its.problem;
    const auto tables = projector.status();
    if (tables.stopped) return "The tables did not catch up: " + tables.error;
    return std::nullopt;
}

bool Daemon::Parts::enrol_configured_hosts(const ShutdownCheck& shutdown_requested) {
    if (writer.status().role != WriterRole::writing) return true;
    return enrol(enrolments(config.hosts, files.model->snapshot(clock()), clock()), writer,
                 [&](auto wait) { return shutdown_requested(wait) || permanent_failure(); });
}

void Daemon::Parts::seed_rules() {
    dibs::seed_rules(config.rules, site_rules(files.model->snapshot(clock())), writer);
}

tl::expected<std::string, std::string> Daemon::Parts::address() {
    const auto url = url_of(config, server->port());
    const bool writing = writer.status().role == WriterRole::writing;
    if (!writing || !setup_state(files.model->snapshot(clock())).open) return url + "/";
    const auto secret = open_setup(writer, clock);
    if (!secret) return tl::unexpected(secret.error().detail);
    // The link is checked against the tables; on a remote log they follow a moment later.
    if (!projector.wait_for(writer.status().position,
                            std::chrono::steady_clock::now() + catch_up_timeout)) {
        return tl::unexpected("The tables did not catch up: " + projector.status().error);
    }
    return url + "/setup?token=" + *secret;
}

}  // namespace dibs
