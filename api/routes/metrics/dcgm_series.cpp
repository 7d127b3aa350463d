// The GPUs with the names, units and labels of NVIDIA's dcgm-exporter, so that dashboards made for
// it work. Only values from nvidia-smi and the kernel's log. Profiling (DCGM_FI_PROF_*), the energy
// counter and the PCI address are unknown and have no sample or label. A GPU in slices is shown,
// its slices are not.
#include "api/routes/metrics/fleet_series.hpp"

namespace dibs::routes {
namespace {

struct DcgmSeries {
    std::string_view name, help;
    Column column;
    bool counts = false;
};

consteval DcgmSeries dcgm(std::string_view name, std::string_view metric, std::string_view help,
                          bool counts = false) {
    return {name, help, column_of(Subject::gpu, metric), counts};
}

constexpr bool a_counter = true;

constexpr std::array all_series{
    dcgm("DCGM_FI_DEV_SM_CLOCK", "sm_clock_mhz", "SM clock frequency (in MHz)."),
    dcgm("DCGM_FI_DEV_MEM_CLOCK", "memory_clock_mhz", "Memory clock frequency (in MHz)."),
    dcgm("DCGM_FI_DEV_GPU_TEMP", "temperature_c", "GPU temperature (in C)."),
    dcgm("DCGM_FI_DEV_MEMORY_TEMP", "memory_temperature_c", "Memory temperature (in C)."),
    dcgm("DCGM_FI_DEV_POWER_USAGE", "power_w", "Power draw (in W)."),
    dcgm("DCGM_FI_DEV_POWER_MGMT_LIMIT", "power_limit_w", "Power limit (in W)."),
    dcgm("DCGM_FI_DEV_FAN_SPEED", "fan_percent", "Fan speed (in %)."),
    dcgm("DCGM_FI_DEV_GPU_UTIL", "utilization_percent", "GPU utilization (in %)."),
    dcgm("DCGM_FI_DEV_MEM_COPY_UTIL", "memory_utilization_percent", "Memory utilization (in %)."),
    dcgm("DCGM_FI_DEV_ENC_UTIL", "encoder_percent", "Encoder utilization (in %)."),
    dcgm("DCGM_FI_DEV_DEC_UTIL", "decoder_percent", "Decoder utilization (in %)."),
    dcgm("DCGM_FI_DEV_FB_USED", "memory_used_mib", "Framebuffer memory used (in MiB)."),
    dcgm("DCGM_FI_DEV_FB_RESERVED", "memory_reserved_mib", "Framebuffer memory reserved (in MiB)."),
    dcgm("DCGM_FI_DEV_ECC_DBE_VOL_TOTAL", "ecc_errors", "Double-bit volatile ECC errors, in total.",
         a_counter),
    dcgm("DCGM_FI_DEV_ECC_SBE_VOL_TOTAL", "ecc_corrected_errors",
         "Single-bit volatile ECC errors, in total.", a_counter),
    dcgm("DCGM_FI_DEV_RETIRED_SBE", "retired_pages_corrected",
         "Pages retired due to single-bit errors.", a_counter),
    dcgm("DCGM_FI_DEV_RETIRED_DBE", "retired_pages_uncorrected",
         "Pages retired due to double-bit errors.", a_counter),
    dcgm("DCGM_FI_DEV_RETIRED_PENDING", "retired_pages_pending",
         "Whether a page waits to be retired."),
    dcgm("DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS", "remapped_rows_uncorrected",
         "Rows remapped for uncorrectable errors.", a_counter),
    dcgm("DCGM_FI_DEV_CORRECTABLE_REMAPPED_ROWS", "remapped_rows_corrected",
         "Rows remapped for correctable errors.", a_counter),
    dcgm("DCGM_FI_DEV_ROW_REMAP_PENDING", "row_remap_pending",
         "Whether a row waits to be remapped."),
    dcgm("DCGM_FI_DEV_ROW_REMAP_FAILURE", "row_remap_failed",
         "Whether remapping of rows has failed."),
    dcgm("DCGM_FI_DEV_XID_ERRORS", "last_xid", "Value of the last XID error."),
    dcgm("DCGM_FI_DEV_PCIE_LINK_GEN", "pcie_generation", "PCIe link generation."),
    dcgm("DCGM_FI_DEV_PCIE_LINK_WIDTH", "pcie_lanes", "PCIe link width."),
    dcgm("DCGM_FI_DEV_PCIE_MAX_LINK_GEN", "pcie_generation_most", "PCIe max link generation."),
    dcgm("DCGM_FI_DEV_PCIE_MAX_LINK_WIDTH", "pcie_lanes_most", "PCIe max link width."),
};

// Memory that the driver reserves is neither used nor free. If the driver does not report how much,
// it counts as used.
std::optional<std::int64_t> free_mib(std::optional<std::int64_t> total, const Readings& values) {
    const auto used = values[column_of(Subject::gpu, "memory_used_mib")];
    if (!total || !used) return std::nullopt;
    const auto kept = values[column_of(Subject::gpu, "memory_reserved_mib")].value_or(0);
    return std::max<std::int64_t>(*total - *used - kept, 0);
}

// By DCGM's rule, used / (total - reserved): from 0 to 1 in spite of the name.
std::optional<views::Decimal> used_share(std::optional<std::int64_t> total,
                                         const Readings& values) {
    const auto used = values[column_of(Subject::gpu, "memory_used_mib")];
    const auto kept = values[column_of(Subject::gpu, "memory_reserved_mib")];
    if (!total || !used || !kept || *total <= *kept) return std::nullopt;
    constexpr std::int64_t whole = 1000;
    return views::Decimal{std::min(*used * whole / (*total - *kept), whole)};
}

}  // namespace

void FleetSeries::write_dcgm(Exposition& out, const Snapshot& tables, const Usage& usage) {
    rows_.look(tables);
    const auto values = gpu_values(tables, usage);
    for (const auto& series : all_series) {
        const auto& metric = metrics_of(Subject::gpu)[series.column];
        out.family(series.name, series.counts ? "counter" : "gauge", series.help);
        for (std::size_t i = 0; i < rows_.gpus().size(); ++i) {
            const auto steps = values[i] ? (*values[i])[series.column] : std::nullopt;
            if (!steps || rows_.gpus()[i].labels->dcgm.empty()) continue;
            out.sample(rows_.gpus()[i].labels->dcgm, views::value_of(metric, *steps));
        }
    }
    out.family("DCGM_FI_DEV_FB_TOTAL", "gauge", "Framebuffer memory, in total (in MiB).");
    for (const auto& gpu : rows_.gpus()) {
        if (gpu.memory_total_mib && !gpu.labels->dcgm.empty()) {
            out.sample(gpu.labels->dcgm, *gpu.memory_total_mib);
        }
    }
    out.family("DCGM_FI_DEV_FB_FREE", "gauge", "Framebuffer memory free (in MiB).");
    for (std::size_t i = 0; i < rows_.gpus().size(); ++i) {
        if (!values[i] || rows_.gpus()[i].labels->dcgm.empty()) continue;
        const auto left = free_mib(rows_.gpus()[i].memory_total_mib, *values[i]);
        if (left) out.sample(rows_.gpus()[i].labels->dcgm, *left);
    }
    out.family("DCGM_FI_DEV_FB_USED_PERCENT", "gauge",
               "Share of framebuffer memory used, of what is not reserved (0 to 1).");
    for (std::size_t i = 0; i < rows_.gpus().size(); ++i) {
        if (!values[i] || rows_.gpus()[i].labels->dcgm.empty()) continue;
        const auto share = used_share(rows_.gpus()[i].memory_total_mib, *values[i]);
        if (share) out.sample(rows_.gpus()[i].labels->dcgm, *share);
    }
}

}  // namespace dibs::routes
