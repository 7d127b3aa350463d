// The metrics: one table that everything about them follows from: what probes read, how samples are
// packed, buckets, /metrics, answers, live values, the choices of a board's panel and the page's
// units and choices (its copy: api/dashboard/src/data/catalogue.ts). One more is a row here, a
// field of the probe (ingest/probe/fields.hpp) and a word in each language. Pure values.
#pragma once

#include "domain/ids.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace dibs {

enum class Subject : std::uint8_t { gpu, host, process };
enum class Unit : std::uint8_t { percent, mebibyte, celsius, watt, megahertz, count };
// What the values of a step become: their mean; or, of a count that only grows, the greatest.
enum class Fold : std::uint8_t { mean, counter };

struct Metric {
    std::uint8_t id = 0;  // in stored blocks and hours: never changed, never given anew
    Subject subject{};
    std::string_view name{};  // in JSON; unique among its subject's
    Unit unit{};
    std::int32_t milli = 1000;         // one step of the stored integer, in thousandths of the unit
    std::int32_t least = 0, most = 0;  // in steps; what lies beyond is taken for no reading
    Fold fold{};
    bool adds = false;                  // whether a sum over several subjects says anything
    std::string_view series{}, help{};  // for Prometheus; no series: not shown there
};

inline constexpr std::int32_t any_amount = 2'000'000'000;

// By subject. The order is the one people see. Processes have no series: each would be one for
// ever.
inline constexpr std::array metrics{
    Metric{1, Subject::gpu, "utilization_percent", Unit::percent, 1000, 0, 100, Fold::mean, false,
           "dibs_gpu_utilization_ratio", "Share of time a kernel ran."},
    Metric{2, Subject::gpu, "memory_used_mib", Unit::mebibyte, 1000, 0, any_amount, Fold::mean,
           true, "dibs_gpu_memory_used_bytes", "Memory in use."},
    Metric{3, Subject::gpu, "temperature_c", Unit::celsius, 1000, -100, 1000, Fold::mean, false,
           "dibs_gpu_temperature_celsius", "Its temperature."},
    Metric{4, Subject::gpu, "power_w", Unit::watt, 100, 0, any_amount, Fold::mean, true,
           "dibs_gpu_power_watts", "Its power draw."},
    Metric{10, Subject::gpu, "power_limit_w", Unit::watt, 100, 0, any_amount, Fold::mean, true,
           "dibs_gpu_power_limit_watts", "What its power draw is kept below."},
    Metric{8, Subject::gpu, "memory_utilization_percent", Unit::percent, 1000, 0, 100, Fold::mean,
           false, "dibs_gpu_memory_utilization_ratio",
           "Share of time its memory was read or written."},
    Metric{5, Subject::gpu, "fan_percent", Unit::percent, 1000, 0, 1000, Fold::mean, false,
           "dibs_gpu_fan_ratio", "Speed of its fan, of what is usual at most."},
    Metric{6, Subject::gpu, "sm_clock_mhz", Unit::megahertz, 1000, 0, any_amount, Fold::mean, false,
           "dibs_gpu_sm_clock_hertz", "Clock of its multiprocessors."},
    Metric{7, Subject::gpu, "memory_clock_mhz", Unit::megahertz, 1000, 0, any_amount, Fold::mean,
           false, "dibs_gpu_memory_clock_hertz", "Clock of its memory."},
    Metric{9, Subject::gpu, "ecc_errors", Unit::count, 1000, 0, any_amount, Fold::counter, true,
           "dibs_gpu_ecc_errors_total", "Uncorrected memory errors since its driver was loaded."},
    Metric{11, Subject::host, "cpu_percent", Unit::percent, 1000, 0, 100, Fold::mean, false,
           "dibs_host_cpu_ratio", "Share of all processors' time in use."},
    Metric{12, Subject::host, "memory_used_mib", Unit::mebibyte, 1000, 0, any_amount, Fold::mean,
           true, "dibs_host_memory_used_bytes", "Memory in use."},
    Metric{13, Subject::host, "memory_total_mib", Unit::mebibyte, 1000, 0, any_amount, Fold::mean,
           true, "dibs_host_memory_total_bytes", "Its memory."},
    Metric{14, Subject::host, "load", Unit::count, 10, 0, any_amount, Fold::mean, false,
           "dibs_host_load", "Mean number of processes that ran or waited, over a minute."},
    Metric{15, Subject::process, "memory_used_mib", Unit::mebibyte, 1000, 0, any_amount, Fold::mean,
           true, "", ""},
};

// A metric of a subject, as its place among that subject's.
using Column = std::size_t;

[[nodiscard]] constexpr std::span<const Metric> metrics_of(Subject subject) {
    const auto is_of = [=](const Metric& m) { return m.subject == subject; };
    const auto first = std::find_if(metrics.begin(), metrics.end(), is_of);
    const auto end = std::find_if_not(first, metrics.end(), is_of);
    return {first, end};
}

[[nodiscard]] constexpr std::optional<Column> find_column(Subject subject, std::string_view name) {
    const auto all = metrics_of(subject);
    for (Column i = 0; i < all.size(); ++i) {
        if (all[i].name == name) return i;
    }
    return std::nullopt;
}
// Of a name that stands in the table; any other does not compile.
[[nodiscard]] consteval Column column_of(Subject subject, std::string_view name) {
    return find_column(subject, name).value();
}
[[nodiscard]] constexpr std::optional<Column> column_of_id(Subject subject, std::uint64_t id) {
    const auto all = metrics_of(subject);
    for (Column i = 0; i < all.size(); ++i) {
        if (all[i].id == id) return i;
    }
    return std::nullopt;
}

inline constexpr std::size_t most_columns =
    std::max({metrics_of(Subject::gpu).size(), metrics_of(Subject::host).size(),
              metrics_of(Subject::process).size()});

// What a reading of so many thousandths of the unit is in steps, to the nearest; nothing beyond the
// bounds.
[[nodiscard]] constexpr std::optional<std::int32_t> steps_of(const Metric& metric,
                                                             std::int64_t milli) {
    const auto half_up = milli + metric.milli / 2;
    const auto steps = half_up / metric.milli - (half_up % metric.milli < 0 ? 1 : 0);
    if (steps < metric.least || steps > metric.most) return std::nullopt;
    return static_cast<std::int32_t>(steps);
}

// One of the GPUs' metrics where a board's panel names it: its id.
enum class GpuMetric : std::uint8_t {};
[[nodiscard]] consteval GpuMetric gpu_metric(std::string_view name) {
    return GpuMetric{metrics_of(Subject::gpu)[column_of(Subject::gpu, name)].id};
}

[[nodiscard]] constexpr bool metrics_fit_together() {
    for (std::size_t i = 0; i < metrics.size(); ++i) {
        if (i > 0 && metrics[i - 1].subject > metrics[i].subject) return false;
        if (metrics[i].milli <= 0 || metrics[i].least > metrics[i].most) return false;
        for (std::size_t j = 0; j < i; ++j) {
            if (metrics[i].id == metrics[j].id) return false;
            if (metrics[i].subject == metrics[j].subject && metrics[i].name == metrics[j].name) {
                return false;
            }
        }
    }
    return true;
}
static_assert(metrics_fit_together(), "sorted by subject, ids and names unique, bounds in order");

}  // namespace dibs
