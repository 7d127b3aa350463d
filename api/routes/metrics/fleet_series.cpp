// GPUs and hosts as series: what they are, who holds them, and each metric that has a series.
#include "api/routes/metrics/fleet_series.hpp"

#include "projections/questions/calendar.hpp"
#include "projections/questions/fleet.hpp"
#include "projections/questions/violations.hpp"

#include <algorithm>

namespace dibs::routes {
namespace {

constexpr std::chrono::hours booked_ahead{24};
constexpr std::chrono::minutes count_again{1};  // what comes nearer meanwhile

using views::Decimal;

// Prometheus has ratios, bytes and hertz.
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

constexpr std::size_t place_of(violation::Kind kind) {
    constexpr const auto& kinds = Names<violation::Kind>::list;
    std::size_t place = 0;
    while (kinds.at(place).first != kind) ++place;
    return place;
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
    std::string dcgm;
    if (!gpu.parent) {
        append_label(dcgm = "{", "gpu", index);
        append_label(dcgm += ',', "UUID", whole ? whole->uuid : "");
        append_label(dcgm += ',', "device", "nvidia" + index);
        append_label(dcgm += ',', "modelName", gpu.model.value_or(""));
        append_label(dcgm += ',', "Hostname", gpu.host_name);
        dcgm += '}';
    }
    labels = {gpu.host_name, index, gpu.model, place + '}', info + '}', dcgm};
    return labels;
}

FleetSeries::Values FleetSeries::gpu_values(const Snapshot& tables, const Usage& usage) const {
    auto values = usage.last_of(gpu_ids_, tables.now());
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!gpus_[i].available) values[i].reset();
    }
    return values;
}

FleetSeries::Values FleetSeries::host_values(const Snapshot& tables, const Usage& usage) const {
    auto values = usage.last_of(host_ids_, tables.now());
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!hosts_[i].reached) values[i].reset();
    }
    return values;
}

void FleetSeries::look(const Snapshot& tables) {
    if (tables.position() == position_ && tables.now() < look_again_) return;
    look_at_gpus(tables);
    look_at_hosts(tables);
    look_at_violations(tables);
    look_at_bookings(tables);
    position_ = tables.position();
}

void FleetSeries::look_at_gpus(const Snapshot& tables) {
    gpus_.clear();
    gpu_ids_.clear();
    gpu_places_.clear();
    available_.clear();
    shares_.clear();
    std::set<ProcessId> all, seen;
    auto running = running_processes(tables);
    for (const auto& gpu : plain_gpus(tables, {})) {
        const auto& labels = labels_of(gpu, tables);
        const auto& here = running[gpu.id];
        const bool unhealthy = gpu.state == views::GpuState::unhealthy;
        gpus_.push_back({&labels, gpu.seen, unhealthy, false, gpu.memory_total_mib, here.size()});
        all.insert(here.begin(), here.end());
        if (gpu.seen) {
            available_.insert(gpu.id);
            seen.insert(here.begin(), here.end());
        }
        if (gpu.parent) {
            shares_.emplace(*gpu.parent, gpu.id);
            shares_.emplace(gpu.id, *gpu.parent);
        }
        gpu_ids_.emplace_back(gpu.id);
        gpu_places_.push_back(labels.place);
    }
    processes_ = {seen.size(), all.size() - seen.size()};
}

void FleetSeries::look_at_hosts(const Snapshot& tables) {
    host_ids_.clear();
    host_places_.clear();
    hosts_.clear();
    const auto add_host = [&](const views::Host& host) {
        host_ids_.emplace_back(host.id);
        std::string place = "{";
        append_label(place, "host", host.name);
        host_places_.push_back(place + '}');
        hosts_.push_back({host.name, place, host.driver.state, views::is_reached(host.state),
                          static_cast<std::int64_t>(host.clashes.size()), host.booted_at});
    };
    every_row([&](const PageFrom& page) { return list_hosts(tables, page); }, add_host);
}

void FleetSeries::look_at_violations(const Snapshot& tables) {
    violations_ = {};
    std::map<Uuid, Host*> by_id;
    for (std::size_t i = 0; i < hosts_.size(); ++i) by_id[host_ids_[i].uuid] = &hosts_[i];
    for (const auto& open : open_violations(tables)) {
        const bool seen = std::any_of(open.gpus.begin(), open.gpus.end(),
                                      [&](GpuId gpu) { return available_.contains(gpu); });
        ++(seen ? violations_.seen : violations_.unknown);
        const auto host = by_id.find(open.host.uuid);
        if (host != by_id.end()) ++host->second->violations.at(place_of(open.kind));
    }
}

void FleetSeries::look_at_bookings(const Snapshot& tables) {
    const auto now = tables.now();
    look_again_ = now + count_again;
    std::vector<GpuId> ids;
    for (const auto& id : gpu_ids_) ids.push_back(GpuId{id.uuid});
    std::set<GpuId> reserved;
    std::set<ReservationId> running, upcoming;
    for (const auto& row : calendar_rows(tables, ids, {now, now + booked_ahead})) {
        const bool runs = row.from <= now;
        if (runs) {
            reserved.insert(row.gpu);
            const auto [first, last] = shares_.equal_range(row.gpu);
            for (auto with = first; with != last; ++with) reserved.insert(with->second);
        }
        (runs ? running : upcoming).insert(row.id);
        look_again_ = std::min(look_again_, runs ? row.until : row.from);
    }
    running_ = running.size();
    upcoming_ = upcoming.size();
    for (std::size_t i = 0; i < ids.size(); ++i) gpus_[i].reserved = reserved.contains(ids[i]);
}

void FleetSeries::write_places(Exposition& out) const {
    out.family("dibs_gpu_info", "gauge", "What this GPU is; always 1.");
    for (const auto& gpu : gpus_) out.sample(gpu.labels->info, 1);
    out.family("dibs_gpu_available", "gauge",
               "1 if it is there, its host can be reached and its driver works.");
    for (const auto& gpu : gpus_) out.sample(gpu.labels->place, gpu.available ? 1 : 0);
    out.family("dibs_gpu_unhealthy", "gauge",
               "1 while it is unhealthy by the rules of the site, as last seen.");
    for (const auto& gpu : gpus_) out.sample(gpu.labels->place, gpu.unhealthy ? 1 : 0);
    out.family("dibs_gpu_reserved", "gauge",
               "1 while a reservation holds it, or a part of it: its card, its slices.");
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

void FleetSeries::write_hosts(Exposition& out) const {
    out.family(
        "dibs_host_driver_up", "gauge",
        "1 if its GPU driver works, 0 if it is broken, missing or not supported; absent where "
        "the host cannot be reached.");
    for (const auto& host : hosts_) {
        if (!host.reached || host.driver == fleet::DriverState::unknown) continue;
        out.sample(host.place + '}', host.driver == fleet::DriverState::working ? 1 : 0);
    }
    out.family("dibs_host_gpu_clashes", "gauge",
               "GPUs that it has and another host reports, or that it reports and another has.");
    for (const auto& host : hosts_) out.sample(host.place + '}', host.clashes);
    out.family("dibs_host_boot_time_seconds", "gauge", "When it was started, since 1970.");
    for (const auto& host : hosts_) {
        if (host.booted_at) out.sample(host.place + '}', unix_ms(*host.booted_at) / 1000);
    }
    out.family(
        "dibs_host_violations_open", "gauge",
        "Violations open on it, as last seen, by the kind that GET /api/v1/violations says.");
    for (const auto& host : hosts_) {
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
    out.sample("{state=\"running\"}", running_);
    out.sample("{state=\"upcoming\"}", upcoming_);
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
    write_hosts(out);
    write_bookings(out);
    write_by_sight(out);
    write_metrics(out, Subject::gpu, gpu_places_, gpu_values(tables, usage));
    write_metrics(out, Subject::host, host_places_, host_values(tables, usage));
}

}  // namespace dibs::routes
