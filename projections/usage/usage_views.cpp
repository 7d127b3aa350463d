// Writes members named after metrics by hand, because they have no field list.
#include "projections/usage/usage_views.hpp"

#include "domain/codec/json_writer.hpp"

#include <algorithm>

namespace dibs::views {
namespace {

void begin_member(std::string& out, std::string_view name) {
    ((out += ",\"") += name) += "\":";
}

void write_usage(std::string& out, std::string_view name, std::span<const SubjectUsage> all) {
    begin_member(out, name);
    out += '[';
    bool first = true;
    for (const auto& one : all) {
        if (!std::exchange(first, false)) out += ',';
        out += one.of.kind == Subject::gpu ? "{\"gpu_id\":\"" : "{\"host_id\":\"";
        (out += to_text(one.of)) += '"';
        for (const auto& [column, values] : one.columns) {
            begin_member(out, metrics_of(one.of.kind)[column].name);
            dibs::write_json(out, values);
        }
        out += '}';
    }
    out += ']';
}

// Leaves out a column without any value.
void write_columns(std::string& out, Subject kind,
                   const std::vector<std::optional<Readings>>& rows) {
    const auto known = metrics_of(kind);
    for (Column i = 0; i < known.size(); ++i) {
        const auto begin = out.size();
        begin_member(out, known[i].name);
        bool any = false;
        char before = '[';
        for (const auto& row : rows) {
            out += std::exchange(before, ',');
            const auto steps = row ? (*row)[i] : std::nullopt;
            any = any || steps;
            if (steps) {
                write_json(out, value_of(known[i], *steps));
            } else {
                out += "null";
            }
        }
        out += ']';
        if (!any) out.resize(begin);
    }
}

void write_processes(std::string& out, const MetricsFrame& frame) {
    std::vector<ProcessId> ids;
    std::vector<GpuId> gpus;
    for (const auto& [id, gpu] : frame.of.processes) {
        ids.push_back(id);
        gpus.push_back(gpu);
    }
    begin_member(out, "processes");
    out += "{\"ids\":";
    dibs::write_json(out, ids);
    begin_member(out, "gpus");
    dibs::write_json(out, gpus);
    write_columns(out, Subject::process, frame.of_processes);
    out += '}';
}

}  // namespace

Decimal value_of(const Metric& metric, std::int64_t steps) {
    return {steps * metric.milli};
}

Live seen_at(Live live, bool in_sight, Instant now) {
    const auto age = std::max(now - live.at, Duration::zero());
    live.sight =
        Sight{std::chrono::floor<std::chrono::seconds>(age).count(), in_sight && age <= fresh};
    return live;
}

void write_json(std::string& out, const Live& live) {
    out += "{\"at\":";
    dibs::write_json(out, live.at);
    if (live.sight) {
        begin_member(out, "age_s");
        dibs::write_json(out, live.sight->age_s);
        begin_member(out, "current");
        dibs::write_json(out, live.sight->current);
    }
    const auto known = metrics_of(live.kind);
    for (Column i = 0; i < known.size(); ++i) {
        const auto steps = live.values[i];
        if (!steps) continue;
        begin_member(out, known[i].name);
        write_json(out, value_of(known[i], *steps));
    }
    out += '}';
}

void write_json(std::string& out, const Usage& usage) {
    out += "{\"from\":";
    dibs::write_json(out, usage.from);
    begin_member(out, "until");
    dibs::write_json(out, usage.until);
    begin_member(out, "step_s");
    dibs::write_json(out, usage.step_s);
    begin_member(out, "statistic");
    dibs::write_json(out, usage.statistic);
    write_usage(out, "gpus", usage.gpus);
    if (!usage.hosts.empty()) write_usage(out, "hosts", usage.hosts);
    out += '}';
}

void write_json(std::string& out, const MetricsFrame& frame) {
    out += "{\"at\":";
    dibs::write_json(out, frame.at);
    begin_member(out, "gpus");
    dibs::write_json(out, frame.of.gpus);
    write_columns(out, Subject::gpu, frame.of_gpus);
    if (!frame.of.hosts.empty()) {
        begin_member(out, "hosts");
        out += "{\"ids\":";
        dibs::write_json(out, frame.of.hosts);
        write_columns(out, Subject::host, frame.of_hosts);
        out += '}';
    }
    if (!frame.of.processes.empty()) write_processes(out, frame);
    out += '}';
}

}  // namespace dibs::views
