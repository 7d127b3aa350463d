// GET /metrics: the registry's text, then what the tables and the other parts know.
#include "api/routes/metrics/exposition.hpp"
#include "api/routes/metrics/gpu_series.hpp"
#include "api/routes/metrics/process_series.hpp"
#include "api/routes/request_context.hpp"
#include "api/routes/routes.hpp"
#include "api/ws/hub.hpp"

#include <mutex>

namespace dibs::routes {
namespace {

struct Scrape {
    const Service& service;
    std::mutex mutex{};  // one at a time
    GpuSeries gpus{};
};

void write_tables(Exposition& out, const Snapshot& tables) {
    const auto counts = tables.counts();
    out.single("dibs_projection_position", "gauge", "The position the tables have reached.",
               tables.position());
    out.single("dibs_violations_open", "gauge", "Violations open now.", counts.open_violations);
    out.single("dibs_hosts", "gauge", "GPU hosts enrolled.", counts.hosts);
    out.single("dibs_processes", "gauge", "Processes on GPUs now.", counts.processes);
    out.single("dibs_people", "gauge", "Accounts.", counts.people);
}

void write_writer(Exposition& out, const Writer::Status& status) {
    out.single("dibs_log_position", "gauge", "The position the writer has reached.",
               status.position);
    out.single("dibs_writer_writing", "gauge", "1 if this node is the writer.",
               status.role == Writer::Role::writing ? 1 : 0);
    out.single("dibs_writer_epoch", "gauge", "The claim it writes under.", status.epoch);
    out.single("dibs_writer_queued_commands", "gauge", "Commands waiting.", status.queued);
    out.single("dibs_commands_total", "counter", "Commands decided.", status.commands);
    out.single("dibs_commands_refused_total", "counter", "Commands refused.", status.refused);
    out.single("dibs_writer_deposed_total", "counter", "Times it lost its claim.", status.deposed);
    out.single("dibs_writer_failures_total", "counter",
               "Commands, and times to pass, at which Dibs itself failed; its log names them.",
               status.failures);
    out.single("dibs_writer_due_skipped", "gauge",
               "Parts of the domain for which no time passes, because they fail at it.",
               status.due_skipped);
    out.single("dibs_log_ignored_records_total", "counter",
               "Records that the reading rule passed over.", status.ignored_records);
}

void write_probes(Exposition& out, const std::vector<probe::HostStats>& hosts) {
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
        {"dibs_probe_connect_attempts_total", "Attempts to connect.",
         &probe::HostStats::connect_attempts},
        {"dibs_probe_reconnects_total", "Connections made anew.", &probe::HostStats::reconnects}};
    std::vector<std::string> labels;
    for (const auto& host : hosts) {
        append_label(labels.emplace_back("{"), "host", host.name);
        labels.back() += '}';
    }
    out.family("dibs_host_up", "gauge", "1 if the host's probe speaks.");
    for (std::size_t i = 0; i < hosts.size(); ++i) {
        out.sample(labels[i], hosts[i].reachable ? 1 : 0);
    }
    for (const auto& counter : counters) {
        out.family(counter.name, "counter", counter.help);
        for (std::size_t i = 0; i < hosts.size(); ++i) {
            out.sample(labels[i], hosts[i].*counter.value);
        }
    }
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
    const std::scoped_lock lock(scrape.mutex);
    const Service& service = scrape.service;
    Exposition out;
    out.text() = service.metrics.text();
    std::string version = "{";
    append_label(version, "version", DIBS_VERSION);
    out.family("dibs_build_info", "gauge", "This program; always 1.");
    out.sample(version + '}', 1);
    write_process(out);
    if (service.status.writer) write_writer(out, service.status.writer());
    if (service.status.probes) write_probes(out, service.status.probes());
    write_hub(out, hub);
    if (service.projector.caught_up()) {  // until then they hold a part, which is no figure
        const auto tables = service.model.snapshot(service.clock());
        write_tables(out, tables);
        scrape.gpus.write(out, tables, service.model.usage());
    }
    return std::move(out.text());
}

}  // namespace

void add_metrics(http::Router& router, const Service& service) {
    const auto scrape = std::make_shared<Scrape>(service);
    router.add(
        {http::Method::get, "/metrics", "getMetrics", access::nearby,
         [scrape](const http::Request&, const http::Respond& respond) {
             const auto& its = scrape->service;
             const auto hub = its.hub ? its.hub->counters() : ws::HubCounters{};
             const auto work = [scrape, respond, hub] {
                 respond(
                     {200, "text/plain; version=0.0.4; charset=utf-8", collect(*scrape, hub), {}});
             };
             if (!its.background.run(work)) respond(http::text_response(503, "busy\n"));
         },
         http::Needs::nothing});
}

}  // namespace dibs::routes
