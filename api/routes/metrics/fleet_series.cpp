// GPUs and hosts as series: what they are, who holds them, and each metric that has a series.
#include "api/routes/metrics/fleet_series.hpp"

#include "projections/questions/calendar.hpp"
#include "projections/questions/fleet.hpp"
#include "projections/questions/violations.hpp"

#include <algorithm>

namespace dibs::routes {
namespace {

constexpr std::chrono::hours booked_ahead{1};

using views::Decimal;

// Prometheus has ratios, bytes and hertz.
Decimal in_base_unit(Unit unit, Decimal value) {
    switch (unit) {
        case Unit::percent:
            return {value.milli / 100};
        case Unit::mebibyte:
            return {value.milli * 1024 * 1024};
        case Unit::megahertz:
            return {value.milli * 1'000'000};
        case Unit::celsius:
        case Unit::watt:
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

// A slice has its own index below its GPU's: "1.0".
const FleetSeries::Labels& FleetSeries::labels_of(const views::CalendarGpu& gpu,
                                                  const Snapshot& tables) {
    auto& labels = labels_[gpu.id];
    const auto index = to_text(gpu.place());
    const bool same = labels.host_name == gpu.host_name && labels.index == index &&
                      labels.model == gpu.model && !labels.place.empty();
    if (same) return labels;
    const auto whole = find_gpu(tables, gpu.id);
    std::string place = "{";
    append_label(place, "host", gpu.host_name);
    append_label(place += ',', "gpu", index);
    std::string info = place;
    append_label(info += ',', "uuid", whole ? whole->uuid : "");
    append_label(info += ',', "model", gpu.model.value_or(""));
    labels = {gpu.host_name, index, gpu.model, place + '}', info + '}'};
    return labels;
}

void FleetSeries::look(const Snapshot& tables) {
    if (tables.position() == position_ && tables.now() < look_again_) return;
    gpus_.clear();
    gpu_ids_.clear();
    gpu_places_.clear();
    available_.clear();
    std::vector<GpuId> ids;
    std::set<ProcessId> all, seen;
    auto running = running_processes(tables);
    for (const auto& gpu : plain_gpus(tables, {})) {
        const auto& labels = labels_of(gpu, tables);
        const auto& here = running[gpu.id];
        const bool available = gpu.state == views::GpuState::available;
        gpus_.push_back({&labels, available, false, gpu.memory_total_mib, here.size()});
        all.insert(here.begin(), here.end());
        if (available) {
            available_.insert(gpu.id);
            seen.insert(here.begin(), here.end());
        }
        ids.push_back(gpu.id);
        gpu_ids_.emplace_back(gpu.id);
        gpu_places_.push_back(labels.place);
    }
    processes_ = {seen.size(), all.size() - seen.size()};
    look_at_violations(tables);
    look_at_hosts(tables);
    look_at_bookings(tables, ids);
    position_ = tables.position();
}

void FleetSeries::look_at_violations(const Snapshot& tables) {
    violations_ = {};
    for (const auto& open : open_violations(tables)) {
        const bool seen = std::any_of(open.gpus.begin(), open.gpus.end(),
                                      [&](GpuId gpu) { return available_.contains(gpu); });
        ++(seen ? violations_.seen : violations_.unknown);
    }
}

void FleetSeries::look_at_hosts(const Snapshot& tables) {
    host_ids_.clear();
    host_places_.clear();
    drivers_.clear();
    clashes_.clear();
    const auto add_host = [&](const views::Host& host) {
        host_ids_.emplace_back(host.id);
        append_label(host_places_.emplace_back("{"), "host", host.name);
        host_places_.back() += '}';
        drivers_.push_back(host.driver.state);
        clashes_.push_back(static_cast<std::int64_t>(host.clashes.size()));
    };
    every_row([&](const PageFrom& page) { return list_hosts(tables, page); }, add_host);
}

void FleetSeries::look_at_bookings(const Snapshot& tables, const std::vector<GpuId>& ids) {
    const auto now = tables.now();
    look_again_ = now + booked_ahead;
    std::set<GpuId> reserved;
    for (const auto& row : calendar_rows(tables, ids, {now, now + booked_ahead})) {
        const bool running = row.from <= now;
        if (running) reserved.insert(row.gpu);
        look_again_ = std::min(look_again_, running ? row.until : row.from);
    }
    for (std::size_t i = 0; i < ids.size(); ++i) gpus_[i].reserved = reserved.contains(ids[i]);
}

void FleetSeries::write_places(Exposition& out) const {
    out.family("dibs_gpu_info", "gauge", "What this GPU is; always 1.");
    for (const auto& gpu : gpus_) out.sample(gpu.labels->info, 1);
    out.family("dibs_gpu_available", "gauge",
               "1 if it is there, its host can be reached and its driver works.");
    for (const auto& gpu : gpus_) out.sample(gpu.labels->place, gpu.available ? 1 : 0);
    out.family("dibs_gpu_reserved", "gauge", "1 while a reservation holds it.");
    for (const auto& gpu : gpus_) out.sample(gpu.labels->place, gpu.reserved ? 1 : 0);
    out.family("dibs_gpu_processes", "gauge", "Processes on it; absent while it is not available.");
    for (const auto& gpu : gpus_) {
        if (gpu.available) out.sample(gpu.labels->place, gpu.processes);
    }
    out.family("dibs_gpu_memory_total_bytes", "gauge", "Its memory.");
    for (const auto& gpu : gpus_) {
        if (!gpu.memory_total_mib) continue;
        out.sample(gpu.labels->place, *gpu.memory_total_mib * 1024 * 1024);
    }
}

void FleetSeries::write_drivers(Exposition& out) const {
    out.family("dibs_host_driver_up", "gauge",
               "1 if its GPU driver works, 0 if it is broken, missing or not supported.");
    for (std::size_t i = 0; i < drivers_.size(); ++i) {
        if (drivers_[i] == fleet::DriverState::unknown) continue;
        out.sample(host_places_[i], drivers_[i] == fleet::DriverState::working ? 1 : 0);
    }
}

void FleetSeries::write_clashes(Exposition& out) const {
    out.family("dibs_host_gpu_clashes", "gauge",
               "GPUs that it has and another host reports, or that it reports and another has.");
    for (std::size_t i = 0; i < clashes_.size(); ++i) out.sample(host_places_[i], clashes_[i]);
}

void FleetSeries::write_by_sight(Exposition& out) const {
    const auto write = [&](std::string_view name, std::string_view help, const BySight& counts) {
        out.family(name, "gauge", help);
        out.sample("{state=\"seen\"}", counts.seen);
        out.sample("{state=\"unknown\"}", counts.unknown);
    };
    write("dibs_processes",
          "Processes on GPUs; unknown: as last seen, on GPUs that are not available.", processes_);
    write("dibs_violations_open",
          "Violations open; unknown: nobody sees now whether their process still runs.",
          violations_);
}

void FleetSeries::write(Exposition& out, const Snapshot& tables, const Usage& usage) {
    look(tables);
    write_places(out);
    write_drivers(out);
    write_clashes(out);
    write_by_sight(out);
    const auto not_before = tables.now() - views::fresh;
    write_metrics(out, Subject::gpu, gpu_places_, usage.last_of(gpu_ids_, not_before));
    write_metrics(out, Subject::host, host_places_, usage.last_of(host_ids_, not_before));
}

}  // namespace dibs::routes
