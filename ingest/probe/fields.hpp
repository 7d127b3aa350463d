// What is asked of nvidia-smi for each metric of a GPU: the script's list of fields and the order
// in which the parser finds them in a line. A new one goes to the end.
#pragma once

#include "domain/metric.hpp"

#include <array>
#include <string_view>

namespace dibs::probe {

struct GpuField {
    std::string_view asked;  // of --query-gpu; its answer is in the metric's unit
    Column column;
};

consteval GpuField gpu_field(std::string_view asked, std::string_view metric) {
    return {asked, column_of(Subject::gpu, metric)};
}

inline constexpr std::array gpu_fields{
    gpu_field("memory.used", "memory_used_mib"),
    gpu_field("utilization.gpu", "utilization_percent"),
    gpu_field("temperature.gpu", "temperature_c"),
    gpu_field("power.draw", "power_w"),
    gpu_field("clocks.sm", "sm_clock_mhz"),
    gpu_field("clocks.mem", "memory_clock_mhz"),
    gpu_field("utilization.memory", "memory_utilization_percent"),
    gpu_field("power.limit", "power_limit_w"),
    gpu_field("ecc.errors.uncorrected.volatile.total", "ecc_errors"),
    gpu_field("fan.speed", "fan_percent"),
};

}  // namespace dibs::probe
