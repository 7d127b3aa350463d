// Series of GPUs and hosts: descriptions, holders, and each metric that has a series.
#include "api/routes/metrics/fleet_series.hpp"

namespace dibs::routes {
namespace {

using views::Decimal;

// Converts to Prometheus' base units: ratios, bytes, hertz.
Decimal in_base_unit(Unit unit, Decimal value) {
    switch (unit) {
        case Unit::percent:
            return {value.milli / 100};
        case Unit::mebibyte:
            return {value.milli * 1024 * 1024};
        case Unit::mebibyte_per_second:
            return {value.milli * 1024 * 1024};
        case Unit::megahertz:
            return {value.milli * 1'000'000};
        case Unit::celsius:
        case Unit::watt:
        case Unit::second:
        case Unit::count:
            break;
    }
    return value;
}

void write_metrics(Exposition& out, Subject subject, const std::vector<std::string>& places,
                   const std::vector<std::optional<Readings>>& values) {
    const auto known = metrics_of(subject);
    for (Column i = 0; i < known.size(); ++i) {
        const auto& metric = known[i];
        if (metric.series.empty()) continue;
        out.family(metric.series, metric.fold == Fold::counter ? "counter" : "gauge", metric.help);
        for (std::size_t row = 0; row < values.size(); ++row) {
            const auto steps = values[row] ? (*values[row])[i] : std::nullopt;
            if (!steps) continue;
            out.sample(places[row], in_base_unit(metric.unit, views::value_of(metric, *steps)));
        }
    }
}

}  // namespace

FleetSeries::Values FleetSeries::gpu_values(const Snapshot& tables, const Usage& usage) const {
    auto values = usage.last_of(rows_.gpu_ids(), tables.now());
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!rows_.gpus()[i].available) values[i].reset();
    }
    return values;
}

FleetSeries::Values FleetSeries::host_values(const Snapshot& tables, const Usage& usage) const {
    auto values = usage.last_of(rows_.host_ids(), tables.now());
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!rows_.hosts()[i].reached) values[i].reset();
    }
    return values;
}

void FleetSeries::write_places(Exposition& out) const {
    out.family("dibs_gpu_info", "gauge", "What this GPU is; always 1.");
    for (const auto& gpu : rows_.gpus()) out.sample(gpu.labels->info, 1);
    out.family("dibs_gpu_available", "gauge",
               "1 if it is there, its host can be reached and its driver works.");
    for (const auto& gpu : rows_.gpus()) out.sample(gpu.labels->place, gpu.available ? 1 : 0);
    out.family("dibs_gpu_unhealthy", "gauge",
               "1 while it is unhealthy by the rules of the site, as last seen.");
    for (const auto& gpu : rows_.gpus()) out.sample(gpu.labels->place, gpu.unhealthy ? 1 : 0);
    out.family("dibs_gpu_reserved", "gauge",
               "1 while a reservation holds it, or a part of it: its card, its slices.");
    for (const auto& gpu : rows_.gpus()) out.sample(gpu.labels->place, gpu.reserved ? 1 : 0);
    out.family("dibs_gpu_processes", "gauge", "Processes on it; absent while it is not available.");
    for (const auto& gpu : rows_.gpus()) {
        if (gpu.available) out.sample(gpu.labels->place, gpu.processes.size());
    }
    out.family("dibs_gpu_memory_total_bytes", "gauge", "Its memory.");
    for (const auto& gpu : rows_.gpus()) {
        if (!gpu.memory_total_mib) continue;
        out.sample(gpu.labels->place, *gpu.memory_total_mib * 1024 * 1024);
    }
}

void FleetSeries::write_hosts(Exposition& out) const {
    out.family(
        "dibs_host_driver_up", "gauge",
        "1 if its GPU driver works, 0 if it is broken, missing or not supported; absent where "
        "the host cannot be reached.");
    for (const auto& host : rows_.hosts()) {
        if (!host.reached || host.driver == fleet::DriverState::unknown) continue;
        out.sample(host.place + '}', host.driver == fleet::DriverState::working ? 1 : 0);
    }
    out.family("dibs_host_gpu_clashes", "gauge",
               "GPUs that it has and another host reports, or that it reports and another has.");
    for (const auto& host : rows_.hosts()) out.sample(host.place + '}', host.clashes);
    out.family("dibs_host_boot_time_seconds", "gauge", "When it was started, since 1970.");
    for (const auto& host : rows_.hosts()) {
        if (host.booted_at) out.sample(host.place + '}', unix_ms(*host.booted_at) / 1000);
    }
    out.family(
        "dibs_host_violations_open", "gauge",
        "Violations open on it, as last seen, by the kind that GET /api/v1/violations says.");
    for (const auto& host : rows_.hosts()) {
        for (std::size_t i = 0; i < host.violations.size(); ++i) {
            std::string labels = host.place;
            append_label(labels += ',', "kind", Names<violation::Kind>::list.at(i).second);
            out.sample(labels + '}', host.violations[i]);
        }
    }
}

void FleetSeries::write_bookings(Exposition& out) const {
    out.family("dibs_reservations", "gauge",
               "Bookings that run; upcoming: that begin within the next 24 hours.");
    out.sample("{state=\"running\"}", rows_.running());
    out.sample("{state=\"upcoming\"}", rows_.upcoming());
}

void FleetSeries::write_by_sight(Exposition& out) const {
    const auto write = [&](std::string_view name, std::string_view help,
                           const FleetRows::BySight& counts) {
        out.family(name, "gauge", help);
        out.sample("{state=\"seen\"}", counts.seen);
        out.sample("{state=\"unknown\"}", counts.unknown);
    };
    write("dibs_processes",
          "Processes on GPUs; unknown: as last seen, on GPUs that are not available.",
          rows_.processes());
    write("dibs_violations_open",
          "Violations open; unknown: nobody sees now whether their process still runs.",
          rows_.violations());
}

void FleetSeries::write(Exposition& out, const Snapshot& tables, const Usage& usage) {
    rows_.look(tables);
    write_places(out);
    write_hosts(out);
    write_bookings(out);
    write_by_sight(out);
    write_metrics(out, Subject::gpu, rows_.gpu_places(), gpu_values(tables, usage));
    write_metrics(out, Subject::host, rows_.host_places(), host_values(tables, usage));
}

}  // namespace dibs::routes
