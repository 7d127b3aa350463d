// GET /metrics: the registry's text, then series of the tables and the other parts. /metrics/dcgm:
// the GPUs in the form of dcgm-exporter.
#include "api/routes/metrics/budget_series.hpp"
#include "api/routes/metrics/effect_series.hpp"
#include "api/routes/metrics/exposition.hpp"
#include "api/routes/metrics/first_action_series.hpp"
#include "api/routes/metrics/fleet_series.hpp"
#include "api/routes/metrics/process_series.hpp"
#include "api/routes/request/request_context.hpp"
#include "api/routes/request/routes.hpp"
#include "api/ws/hub.hpp"
#include "projections/questions/site.hpp"

#include <mutex>

namespace dibs::routes {
namespace {

// Made on request, and shared by all requests within a second.
constexpr std::chrono::seconds shared_for{1};

struct Scrape;
using Collect = std::string (*)(Scrape&, const ws::HubCounters&);

struct Scrape {
    const Service& service;
    Collect collect;
    std::mutex making{};  // one scrape at a time; guards fleet and budgets
    FleetSeries fleet{};
    BudgetSeries budgets{};
    std::mutex mutex{};  // guards made_at and text
    Instant made_at{};
    std::shared_ptr<const std::string> text{};

    [[nodiscard]] std::shared_ptr<const std::string> recent(Instant now) {
        const std::scoped_lock lock(mutex);
        return text && now >= made_at && now - made_at < shared_for ? text : nullptr;
    }
    void keep(Instant now, std::shared_ptr<const std::string> made) {
        const std::scoped_lock lock(mutex);
        made_at = now;
        text = std::move(made);
    }
};

void write_tables(Exposition& out, const Snapshot& tables) {
    const auto counts = count_rows(tables);
    out.single("dibs_projection_position", "gauge", "The position the tables have reached.",
               tables.position());
    out.single("dibs_hosts", "gauge", "GPU hosts enrolled.", counts.hosts);
    out.single("dibs_people", "gauge", "Accounts.", counts.people);
}

// By id: no label names a person.
void write_costs(Exposition& out, const WorkCosts& costs) {
    out.family("dibs_answers_cpu_seconds_total", "counter",
               "CPU time that lists and reports took, by the id of who asked for them.");
    for (const auto& [owner, took] : costs.totals()) {
        std::string labels = "{";
        append_label(labels, "person", owner);
        out.sample(labels + '}', std::chrono::duration<double>(took).count());
    }
}

void write_writer(Exposition& out, const WriterStatus& status) {
    out.single("dibs_log_position", "gauge", "The position the writer has reached.",
               status.position);
    out.single("dibs_writer_writing", "gauge", "1 if this node is the writer.",
               status.role == WriterRole::writing ? 1 : 0);
    out.single("dibs_writer_epoch", "gauge", "The claim it writes under.", status.epoch);
    out.single("dibs_writer_queued_commands", "gauge", "Commands waiting.", status.queued);
    out.single("dibs_commands_total", "counter", "Commands decided.", status.commands);
    out.single("dibs_commands_refused_total", "counter", "Commands refused.", status.refused);
    out.single("dibs_writer_deposed_total", "counter", "Times it lost its claim.", status.deposed);
    out.single("dibs_writer_snapshot_position", "gauge",
               "The position of the newest snapshot of the world; a start folds what is behind.",
               status.snapshot);
    out.single("dibs_writer_failures_total", "counter",
               "Commands, and times to pass, at which Dibs itself failed; its log names them.",
               status.failures);
    out.single("dibs_writer_due_skipped", "gauge",
               "Parts of the domain for which no time passes, because they fail at it.",
               status.due_skipped);
    out.single("dibs_log_ignored_records_total", "counter",
               "Records that the reading rule passed over.", status.ignored_records);
}

void write_probes(Exposition& out, const std::vector<probe::HostStats>& hosts, Instant now) {
    struct Counter {
        const char* name;
        const char* help;
        std::uint64_t probe::HostStats::*value;
    };
    static constexpr Counter counters[] = {
        {"dibs_probe_frames_total", "Frames read from a host.", &probe::HostStats::frames},
        {"dibs_probe_read_bytes_total", "Bytes read from a host.", &probe::HostStats::bytes},
        {"dibs_probe_bad_lines_total", "Lines that could not be read.",
         &probe::HostStats::bad_lines},
        {"dibs_probe_dropped_frames_total", "Frames thrown away.",
         &probe::HostStats::dropped_frames},
        {"dibs_probe_surplus_frames_total", "Frames beyond one a second, not kept.",
         &probe::HostStats::surplus_frames},
        {"dibs_probe_connect_attempts_total", "Attempts to connect.",
         &probe::HostStats::connect_attempts},
        {"dibs_probe_reconnects_total", "Reconnections.", &probe::HostStats::reconnects}};
    std::vector<std::string> labels;
    for (const auto& host : hosts) {
        append_label(labels.emplace_back("{"), "host", host.name);
        labels.back() += '}';
    }
    out.family("dibs_host_up", "gauge", "1 if the host's probe speaks.");
    for (std::size_t i = 0; i < hosts.size(); ++i) {
        out.sample(labels[i], hosts[i].reachable ? 1 : 0);
    }
    out.family("dibs_host_last_sample_age_seconds", "gauge",
               "How long ago it gave values last; absent until it did.");
    for (std::size_t i = 0; i < hosts.size(); ++i) {
        if (!hosts[i].last_frame) continue;
        const auto age = std::max(now - *hosts[i].last_frame, Duration::zero());
        out.sample(labels[i], views::Decimal{age.count()});
    }
    out.family("dibs_host_clock_offset_seconds", "gauge",
               "How far its clock is ahead of this machine's; absent while it does not speak.");
    for (std::size_t i = 0; i < hosts.size(); ++i) {
        if (hosts[i].reachable && hosts[i].clock_offset_s)
            out.sample(labels[i], *hosts[i].clock_offset_s);
    }
    out.family("dibs_host_info", "gauge", "What this host runs its GPUs with; always 1.");
    for (const auto& host : hosts) {
        if (!host.driver_version) continue;
        std::string info = "{";
        append_label(info, "host", host.name);
        append_label(info += ',', "driver", *host.driver_version);
        out.sample(info + '}', 1);
    }
    for (const auto& counter : counters) {
        out.family(counter.name, "counter", counter.help);
        for (std::size_t i = 0; i < hosts.size(); ++i) {
            out.sample(labels[i], hosts[i].*counter.value);
        }
    }
}

void write_audit(Exposition& out, const AuditFindings& found) {
    out.single("dibs_log_seals_checked_position", "gauge",
               "How far the log was compared with its seals, since the start.", found.read);
    out.single("dibs_log_tampered", "gauge",
               "1 if a seal of the log does not fit the facts before it.", found.broken ? 1 : 0);
}

// An unknown value has no sample.
void write_machine(Exposition& out, const RuntimeStatus& status) {
    const auto synchronised =
        status.clock_is_synchronised ? status.clock_is_synchronised() : std::nullopt;
    if (synchronised) {
        out.single("dibs_clock_synchronised", "gauge",
                   "1 if the kernel says that its clock is kept right.", *synchronised ? 1 : 0);
    }
    const auto disk = status.disk ? status.disk() : std::nullopt;
    if (!disk) return;
    out.single("dibs_data_free_bytes", "gauge", "Room left where the data lie.", disk->free_bytes);
    out.single("dibs_data_size_bytes", "gauge", "The size of that file system.", disk->size_bytes);
}

void write_hub(Exposition& out, const ws::HubCounters& counters) {
    out.single("dibs_websocket_frames_sent_total", "counter", "Frames sent.", counters.frames_sent);
    out.single("dibs_websocket_sent_bytes_total", "counter", "Bytes sent.", counters.bytes_sent);
    out.single("dibs_websocket_frames_dropped_total", "counter", "Frames slow clients lost.",
               counters.frames_dropped);
    out.single("dibs_websocket_resyncs_total", "counter", "Slow clients brought up to date.",
               counters.resyncs);
}

std::string collect(Scrape& scrape, const ws::HubCounters& hub) {
    const Service& service = scrape.service;
    Exposition out;
    out.text() = service.metrics.text();
    std::string version = "{";
    append_label(version, "version", DIBS_VERSION);
    out.family("dibs_build_info", "gauge", "This program; always 1.");
    out.sample(version + '}', 1);
    write_process(out);
    write_machine(out, service.status);
    if (service.status.writer) write_writer(out, service.status.writer());
    if (service.status.audit) write_audit(out, service.status.audit());
    if (service.status.probes) write_probes(out, service.status.probes(), service.clock());
    if (service.status.first_actions) write_first_actions(out, service.status.first_actions());
    const auto now = service.clock();
    if (service.status.effects) write_effects(out, service.status.effects(), now);
    if (service.status.mail) write_mail(out, service.status.mail(), now);
    write_hub(out, hub);
    write_costs(out, service.workers.costs);
    // Until then the tables are incomplete and give no figures.
    if (service.projector.caught_up() && service.model.behind().all_answer()) {
        const auto tables = service.model.snapshot(service.clock());
        write_tables(out, tables);
        scrape.fleet.write(out, tables, service.model.usage());
        scrape.budgets.write(out, tables, service.zones);
    }
    return std::move(out.text());
}

std::string collect_dcgm(Scrape& scrape, const ws::HubCounters&) {
    const Service& service = scrape.service;
    Exposition out;
    if (service.projector.caught_up() && service.model.behind().all_answer()) {
        const auto tables = service.model.snapshot(service.clock());
        scrape.fleet.write_dcgm(out, tables, service.model.usage());
    }
    return std::move(out.text());
}

std::shared_ptr<const std::string> text_of(Scrape& scrape, const ws::HubCounters& hub) {
    const std::scoped_lock lock(scrape.making);
    const Instant now = scrape.service.clock();
    if (auto text = scrape.recent(now)) return text;
    auto text = std::make_shared<const std::string>(scrape.collect(scrape, hub));
    scrape.keep(now, text);
    return text;
}

http::Response answer(std::shared_ptr<const std::string> text) {
    return {200, "text/plain; version=0.0.4; charset=utf-8", std::move(text), {}};
}

void scrape_for(const std::shared_ptr<Scrape>& scrape, const http::Respond& respond) {
    const auto& its = scrape->service;
    if (auto text = scrape->recent(its.clock())) return respond(answer(std::move(text)));
    const auto hub = its.hub ? its.hub->counters() : ws::HubCounters{};
    const auto work = [scrape, respond, hub] { respond(answer(text_of(*scrape, hub))); };
    if (its.workers.scrapes.run(work) != WorkPool::Taken::yes)
        respond(http::text_response(503, "busy\n"));
}

}  // namespace

void add_metrics(http::Router& router, const Service& service) {
    const auto all = std::make_shared<Scrape>(service, collect);
    router.add(
        {http::Method::get, "/metrics", "getMetrics", access::metrics,
         [all](const http::Request&, const http::Respond& respond) { scrape_for(all, respond); },
         http::Needs::nothing});
    const auto dcgm = std::make_shared<Scrape>(service, collect_dcgm);
    router.add({http::Method::get, "/metrics/dcgm", "getDcgmMetrics", access::metrics,
                [dcgm](const http::Request& request, const http::Respond& respond) {
                    if (dcgm->service.settings.dcgm_metrics) return scrape_for(dcgm, respond);
                    respond(http::refusal_response(
                        {Code::not_found, "", "dcgm_metrics is not set in the configuration."},
                        request.request_id));
                },
                http::Needs::nothing});
}

}  // namespace dibs::routes
