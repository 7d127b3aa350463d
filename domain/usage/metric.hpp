// The table of metrics, from which everything about them follows. These are the values that probes
// read, packing of samples, buckets, /metrics, answers, live values, and the choices of a board's
// panel. The page has a copy for its units and choices (api/dashboard/src/data/usage/catalogue.ts).
// A new metric needs a row here, a field of the probe (ingest/probe/script/fields.hpp) and a word
// in each language; tests/tidy/boards.py --write makes its Grafana panel. Pure values.
#pragma once

#include "domain/kernel/ids.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace dibs {

enum class Subject : std::uint8_t { gpu, host, process };
enum class Unit : std::uint8_t {
    percent,
    mebibyte,
    mebibyte_per_second,
    celsius,
    watt,
    megahertz,
    second,
    count
};
// How the values of a step combine. The default is the mean. Counters take the greatest value, and
// so do numeric codes, which have no meaningful mean.
enum class Fold : std::uint8_t { mean, counter, greatest };

struct Metric {
    std::uint8_t id = 0;  // in stored blocks and hours: never changed and never reused
    Subject subject{};
    std::string_view name{};  // in JSON; unique for its kind of subject
    Unit unit{};
    std::int32_t milli = 1000;         // one step of the stored integer, in thousandths of the unit
    std::int32_t least = 0, most = 0;  // in steps; a value out of range is ignored
    Fold fold{};
    bool adds = false;                  // true if a sum over several subjects is meaningful
    std::string_view series{}, help{};  // for Prometheus; without a series, /metrics omits it
};

inline constexpr std::int32_t any_amount = 2'000'000'000;

// Ordered by subject; people see them in this order. Metrics of processes have no series, because
// each process would add one permanently. A yes or no is 1 or 0: over a minute, it is the share of
// the seconds.
inline constexpr std::array metrics{
    Metric{1, Subject::gpu, "utilization_percent", Unit::percent, 1000, 0, 100, Fold::mean, false,
           "dibs_gpu_utilization_ratio", "Share of time a kernel ran."},
    Metric{2, Subject::gpu, "memory_used_mib", Unit::mebibyte, 1000, 0, any_amount, Fold::mean,
           true, "dibs_gpu_memory_used_bytes", "Memory in use."},
    Metric{45, Subject::gpu, "memory_reserved_mib", Unit::mebibyte, 1000, 0, any_amount, Fold::mean,
           true, "dibs_gpu_memory_reserved_bytes",
           "Memory that its driver keeps for itself; absent where it is part of what is in use."},
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
    Metric{16, Subject::gpu, "encoder_percent", Unit::percent, 1000, 0, 100, Fold::mean, false,
           "dibs_gpu_encoder_utilization_ratio", "Share of time its video encoder worked."},
    Metric{17, Subject::gpu, "decoder_percent", Unit::percent, 1000, 0, 100, Fold::mean, false,
           "dibs_gpu_decoder_utilization_ratio", "Share of time its video decoder worked."},
    Metric{18, Subject::gpu, "memory_temperature_c", Unit::celsius, 1000, -100, 1000, Fold::mean,
           false, "dibs_gpu_memory_temperature_celsius", "The temperature of its memory."},
    Metric{19, Subject::gpu, "throttled_by_heat_percent", Unit::percent, 1000, 0, 100, Fold::mean,
           false, "dibs_gpu_throttled_by_heat_ratio",
           "Share of time its clocks were held down because it was hot."},
    Metric{20, Subject::gpu, "throttled_by_power_percent", Unit::percent, 1000, 0, 100, Fold::mean,
           false, "dibs_gpu_throttled_by_power_ratio",
           "Share of time its clocks were held down to stay below its power limit."},
    Metric{21, Subject::gpu, "hardware_slowdown_percent", Unit::percent, 1000, 0, 100, Fold::mean,
           false, "dibs_gpu_hardware_slowdown_ratio",
           "Share of time the hardware itself cut its clocks by half or more."},
    Metric{22, Subject::gpu, "ecc_corrected_errors", Unit::count, 1000, 0, any_amount,
           Fold::counter, true, "dibs_gpu_ecc_corrected_errors_total",
           "Corrected memory errors since its driver was loaded."},
    Metric{23, Subject::gpu, "remapped_rows_corrected", Unit::count, 1000, 0, any_amount,
           Fold::counter, true, "dibs_gpu_remapped_rows_corrected_total",
           "Rows of its memory that were replaced after corrected errors."},
    Metric{24, Subject::gpu, "remapped_rows_uncorrected", Unit::count, 1000, 0, any_amount,
           Fold::counter, true, "dibs_gpu_remapped_rows_uncorrected_total",
           "Rows of its memory that were replaced after uncorrected errors."},
    Metric{25, Subject::gpu, "row_remap_pending", Unit::count, 1000, 0, 1, Fold::mean, true,
           "dibs_gpu_row_remap_pending", "1 while a row waits for a reset to be replaced."},
    Metric{26, Subject::gpu, "row_remap_failed", Unit::count, 1000, 0, 1, Fold::mean, true,
           "dibs_gpu_row_remap_failed", "1 if a row could not be replaced: no spare row is left."},
    Metric{27, Subject::gpu, "retired_pages_corrected", Unit::count, 1000, 0, any_amount,
           Fold::counter, true, "dibs_gpu_retired_pages_corrected_total",
           "Pages of its memory retired after many corrected errors."},
    Metric{28, Subject::gpu, "retired_pages_uncorrected", Unit::count, 1000, 0, any_amount,
           Fold::counter, true, "dibs_gpu_retired_pages_uncorrected_total",
           "Pages of its memory retired after an uncorrected error."},
    Metric{29, Subject::gpu, "retired_pages_pending", Unit::count, 1000, 0, 1, Fold::mean, true,
           "dibs_gpu_retired_pages_pending", "1 while a page waits for a reset to be retired."},
    Metric{30, Subject::gpu, "recovery_needed", Unit::count, 1000, 0, 1, Fold::mean, true,
           "dibs_gpu_recovery_needed",
           "1 if its driver says that it has to be reset or drained, or its host restarted."},
    Metric{50, Subject::gpu, "last_xid", Unit::count, 1000, 0, 9999, Fold::greatest, false,
           "dibs_gpu_last_xid",
           "The number of its last XID error since its host was started, 0 if there was none; "
           "absent where the kernel's log cannot be read."},
    Metric{31, Subject::gpu, "pcie_generation", Unit::count, 1000, 0, 100, Fold::mean, false,
           "dibs_gpu_pcie_generation", "The PCIe generation that its link runs at now."},
    Metric{32, Subject::gpu, "pcie_generation_most", Unit::count, 1000, 0, 100, Fold::mean, false,
           "dibs_gpu_pcie_generation_max", "The PCIe generation that its link can run at."},
    Metric{33, Subject::gpu, "pcie_lanes", Unit::count, 1000, 0, 1000, Fold::mean, false,
           "dibs_gpu_pcie_lanes", "The lanes that its PCIe link uses now."},
    Metric{34, Subject::gpu, "pcie_lanes_most", Unit::count, 1000, 0, 1000, Fold::mean, false,
           "dibs_gpu_pcie_lanes_max", "The lanes that its PCIe link can use."},
    Metric{11, Subject::host, "cpu_percent", Unit::percent, 1000, 0, 100, Fold::mean, false,
           "dibs_host_cpu_ratio", "Share of all processors' time in use."},
    Metric{12, Subject::host, "memory_used_mib", Unit::mebibyte, 1000, 0, any_amount, Fold::mean,
           true, "dibs_host_memory_used_bytes", "Memory in use."},
    Metric{13, Subject::host, "memory_total_mib", Unit::mebibyte, 1000, 0, any_amount, Fold::mean,
           true, "dibs_host_memory_total_bytes", "Its memory."},
    Metric{14, Subject::host, "load", Unit::count, 10, 0, any_amount, Fold::mean, false,
           "dibs_host_load", "Mean number of processes that ran or waited, over a minute."},
    Metric{35, Subject::host, "swap_used_mib", Unit::mebibyte, 1000, 0, any_amount, Fold::mean,
           true, "dibs_host_swap_used_bytes", "Swap in use."},
    Metric{36, Subject::host, "swap_total_mib", Unit::mebibyte, 1000, 0, any_amount, Fold::mean,
           true, "dibs_host_swap_total_bytes", "Its swap."},
    Metric{37, Subject::host, "disk_fullest_percent", Unit::percent, 100, 0, 1000, Fold::mean,
           false, "dibs_host_disk_fullest_ratio", "Used share of its fullest local file system."},
    Metric{38, Subject::host, "disk_used_mib", Unit::mebibyte, 1000, 0, any_amount, Fold::mean,
           true, "dibs_host_disk_used_bytes", "In use on its local file systems together."},
    Metric{39, Subject::host, "disk_total_mib", Unit::mebibyte, 1000, 0, any_amount, Fold::mean,
           true, "dibs_host_disk_total_bytes", "The size of its local file systems together."},
    Metric{40, Subject::host, "disk_read_mib_s", Unit::mebibyte_per_second, 1, 0, any_amount,
           Fold::mean, true, "dibs_host_disk_read_bytes_per_second",
           "Read from its disks, all together, over five seconds."},
    Metric{41, Subject::host, "disk_written_mib_s", Unit::mebibyte_per_second, 1, 0, any_amount,
           Fold::mean, true, "dibs_host_disk_written_bytes_per_second",
           "Written to its disks, all together, over five seconds."},
    Metric{42, Subject::host, "network_received_mib_s", Unit::mebibyte_per_second, 1, 0, any_amount,
           Fold::mean, true, "dibs_host_network_received_bytes_per_second",
           "Received by its network interfaces, all together, over five seconds."},
    Metric{43, Subject::host, "network_sent_mib_s", Unit::mebibyte_per_second, 1, 0, any_amount,
           Fold::mean, true, "dibs_host_network_sent_bytes_per_second",
           "Sent by its network interfaces, all together, over five seconds."},
    Metric{44, Subject::host, "uptime_s", Unit::second, 1000, 0, any_amount, Fold::mean, false,
           "dibs_host_uptime_seconds", "Since it was started."},
    Metric{15, Subject::process, "memory_used_mib", Unit::mebibyte, 1000, 0, any_amount, Fold::mean,
           true, "", ""},
};

// The index of a metric among those of its subject.
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
// Compiles only for names in the table.
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

// Converts a reading in thousandths of the unit to steps, rounded to the nearest. Nothing if it is
// out of range.
[[nodiscard]] constexpr std::optional<std::int32_t> steps_of(const Metric& metric,
                                                             std::int64_t milli) {
    const auto half_up = milli + metric.milli / 2;
    const auto steps = half_up / metric.milli - (half_up % metric.milli < 0 ? 1 : 0);
    if (steps < metric.least || steps > metric.most) return std::nullopt;
    return static_cast<std::int32_t>(steps);
}

// The id of a metric of GPUs or hosts, in a board's panel.
enum class GpuMetric : std::uint8_t {};
enum class HostMetric : std::uint8_t {};
[[nodiscard]] consteval GpuMetric gpu_metric(std::string_view name) {
    return GpuMetric{metrics_of(Subject::gpu)[column_of(Subject::gpu, name)].id};
}
[[nodiscard]] consteval HostMetric host_metric(std::string_view name) {
    return HostMetric{metrics_of(Subject::host)[column_of(Subject::host, name)].id};
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
