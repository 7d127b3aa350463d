// Writes one line per GPU and family for /metrics, from the calendar and from live samples of the
// last 30 s; a value that is older, or that the driver did not give, has no line.
#include "api/routes/metrics/gpu_series.hpp"

#include <set>

namespace dibs::routes {
namespace {

constexpr std::chrono::seconds fresh{30};  // older samples say nothing about now

using views::Decimal;
using LiveValue = std::optional<Decimal> views::GpuLive::*;

std::set<GpuId> reserved_now(const Snapshot& tables, const std::vector<views::CalendarGpu>& gpus) {
    std::vector<GpuId> ids;
    for (const auto& gpu : gpus) ids.push_back(gpu.id);
    std::set<GpuId> reserved;
    const Interval now{tables.now(), tables.now() + Duration{1}};
    for (const auto& row : tables.calendar_rows(ids, now)) {
        reserved.insert(row.gpus.begin(), row.gpus.end());
    }
    return reserved;
}

Decimal percent_as_ratio(Decimal value) {
    return {value.milli / 100};
}
Decimal mib_as_bytes(Decimal value) {
    return Decimal::of(value.milli * 1024 * 1024 / 1000);
}
Decimal as_it_is(Decimal value) {
    return value;
}

}  // namespace

// A slice has its own index below its GPU's: "1.0".
const GpuSeries::Labels& GpuSeries::labels_of(const views::CalendarGpu& gpu,
                                              const Snapshot& tables) {
    auto& labels = labels_[gpu.id];
    const bool same = labels.host_name == gpu.host_name && labels.index == gpu.index &&
                      labels.model == gpu.model && !labels.place.empty();
    if (same) return labels;
    const auto whole = tables.gpu(gpu.id);
    const auto parent = whole && whole->parent ? tables.gpu(*whole->parent) : std::nullopt;
    const auto index = parent ? std::to_string(parent->index) + '.' + std::to_string(gpu.index)
                              : std::to_string(gpu.index);
    std::string place = "{";
    append_label(place, "host", gpu.host_name);
    append_label(place += ',', "gpu", index);
    std::string info = place;
    append_label(info += ',', "uuid", whole ? whole->uuid : "");
    append_label(info += ',', "model", gpu.model);
    labels = {gpu.host_name, gpu.index, gpu.model, place + '}', info + '}'};
    return labels;
}

void GpuSeries::write_places(Exposition& out) const {
    out.family("dibs_gpu_info", "gauge", "What this GPU is; always 1.");
    for (const auto& row : rows_) out.sample(row.labels->info, 1);
    out.family("dibs_gpu_available", "gauge", "1 if it is there and its host can be reached.");
    for (const auto& row : rows_) {
        out.sample(row.labels->place, row.gpu->state == views::GpuState::available ? 1 : 0);
    }
    out.family("dibs_gpu_reserved", "gauge", "1 while a reservation holds it.");
    for (const auto& row : rows_) out.sample(row.labels->place, row.reserved ? 1 : 0);
    out.family("dibs_gpu_memory_total_bytes", "gauge", "Its memory.");
    for (const auto& row : rows_) {
        if (!row.gpu->memory_total_mib) continue;
        out.sample(row.labels->place, *row.gpu->memory_total_mib * 1024 * 1024);
    }
}

void GpuSeries::write_live(Exposition& out) const {
    struct Gauge {
        const char* name;
        const char* help;
        LiveValue value;
        Decimal (*scaled)(Decimal);
    };
    static constexpr Gauge gauges[] = {
        {"dibs_gpu_utilization_ratio", "Share of time a kernel ran.",
         &views::GpuLive::utilization_percent, percent_as_ratio},
        {"dibs_gpu_memory_used_bytes", "Memory in use.", &views::GpuLive::memory_used_mib,
         mib_as_bytes},
        {"dibs_gpu_temperature_celsius", "Its temperature.", &views::GpuLive::temperature_c,
         as_it_is},
        {"dibs_gpu_power_watts", "Its power draw.", &views::GpuLive::power_w, as_it_is}};
    for (const auto& gauge : gauges) {
        out.family(gauge.name, "gauge", gauge.help);
        for (const auto& row : rows_) {
            if (!row.live || !((*row.live).*gauge.value)) continue;
            out.sample(row.labels->place, gauge.scaled(*((*row.live).*gauge.value)));
        }
    }
}

void GpuSeries::write(Exposition& out, const Snapshot& tables, const Usage& usage) {
    const auto gpus = tables.gpu_list({});
    const auto reserved = reserved_now(tables, gpus);
    rows_.clear();
    for (const auto& gpu : gpus) {
        auto live = usage.last(gpu.id);
        if (live && live->at < tables.now() - fresh) live.reset();
        rows_.push_back(
            {&labels_of(gpu, tables), &gpu, std::move(live), reserved.contains(gpu.id)});
    }
    write_places(out);
    write_live(out);
    rows_.clear();
}

}  // namespace dibs::routes
