// The nvidia-smi field for each metric of a GPU. These lists are the script's queries and the
// parser's order of the answers in a line. The script queries `gpu_fields` each second and
// `health_fields` each half minute; the latter change when something breaks. Append new fields to
// their list.
#pragma once

#include "domain/usage/metric.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace dibs::probe {

// The form of an answer; an answer of another form is absent.
enum class Reads : std::uint8_t {
    number,   // in the metric's unit
    yes_no,   // "Yes", "No"
    bits,     // hexadecimal: all of the time, 100 %, if one of `bits` is set
    trouble,  // "None", or the name of the required action
};

struct GpuField {
    std::string_view asked;  // of --query-gpu; empty: reads the previous answer again
    Column column;
    Reads reads = Reads::number;
    std::uint32_t bits = 0;
};

consteval GpuField gpu_field(std::string_view asked, std::string_view metric,
                             Reads reads = Reads::number, std::uint32_t bits = 0) {
    return {asked, column_of(Subject::gpu, metric), reads, bits};
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
    gpu_field("utilization.encoder", "encoder_percent"),
    gpu_field("utilization.decoder", "decoder_percent"),
    gpu_field("temperature.memory", "memory_temperature_c"),
    // nvmlClocksThrottleReasons: 4 power cap, 8 slowdown by hardware, 20 heat, 40 heat by hardware,
    // 80 power brake
    gpu_field("clocks_throttle_reasons.active", "throttled_by_heat_percent", Reads::bits, 0x60),
    gpu_field("", "throttled_by_power_percent", Reads::bits, 0x84),
    gpu_field("", "hardware_slowdown_percent", Reads::bits, 0x08),
};

inline constexpr std::array health_fields{
    gpu_field("ecc.errors.corrected.volatile.total", "ecc_corrected_errors"),
    gpu_field("remapped_rows.correctable", "remapped_rows_corrected"),
    gpu_field("remapped_rows.uncorrectable", "remapped_rows_uncorrected"),
    gpu_field("remapped_rows.pending", "row_remap_pending", Reads::yes_no),
    gpu_field("remapped_rows.failure", "row_remap_failed", Reads::yes_no),
    gpu_field("retired_pages.single_bit_ecc.count", "retired_pages_corrected"),
    gpu_field("retired_pages.double_bit.count", "retired_pages_uncorrected"),
    gpu_field("retired_pages.pending", "retired_pages_pending", Reads::yes_no),
    gpu_field("gpu_recovery_action", "recovery_needed", Reads::trouble),
    gpu_field("pcie.link.gen.current", "pcie_generation"),
    gpu_field("pcie.link.gen.max", "pcie_generation_most"),
    gpu_field("pcie.link.width.current", "pcie_lanes"),
    gpu_field("pcie.link.width.max", "pcie_lanes_most"),
    gpu_field("memory.reserved", "memory_reserved_mib"),
};

// Counts the answers in a line.
template <std::size_t count>
[[nodiscard]] constexpr std::size_t answers_of(const std::array<GpuField, count>& fields) {
    std::size_t answers = 0;
    for (const auto& field : fields) answers += field.asked.empty() ? 0 : 1;
    return answers;
}

}  // namespace dibs::probe
