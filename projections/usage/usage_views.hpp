// What was measured, as the contract has it: the last values, columns over time, frames of the
// stream. Members are named after the metrics (domain/metric.hpp): a metric that was never given
// has none; inside a column null stands where there was no sample.
#pragma once

#include "domain/codec/fields.hpp"
#include "domain/ids.hpp"
#include "domain/sample.hpp"
#include "domain/time.hpp"
#include "projections/store/decimal.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dibs::views {

// The one rule of how many values a question may ask for: points x subjects x metrics, where no
// metric named means all. The page has these numbers too (api/routes/catalogue.cpp).
inline constexpr std::int64_t most_values = 100'000;
inline constexpr std::size_t most_subjects = 256;
inline constexpr std::int64_t usual_points = 1000;  // if the caller leaves the step to us

struct UsageStep {
    std::int64_t step_s = 0;
    std::optional<std::int64_t> kept_s{};  // for ever if there is none
};
inline constexpr std::array usage_steps{UsageStep{1, 3600}, UsageStep{60, 30 * 24 * 3600},
                                        UsageStep{3600, {}}};

constexpr std::chrono::seconds fresh{30};  // older samples say nothing about now

struct Live {  // the last sample
    Instant at;
    Subject kind{};
    Readings values{};
};

using UsageColumn = std::vector<std::optional<Decimal>>;

struct SubjectUsage {
    SubjectId of;
    std::vector<std::pair<Column, UsageColumn>> columns{};
};

struct Usage {
    Instant from;  // rounded down to a whole step
    Instant until;
    std::int64_t step_s = 60;  // 1, 60 or 3600
    std::vector<SubjectUsage> gpus, hosts;
};

struct ProcessOnGpu {
    ProcessId id;
    GpuId gpu;
};

// Whose values a frame tells.
struct FrameOf {
    std::vector<GpuId> gpus{};
    std::vector<HostId> hosts{};
    std::vector<ProcessOnGpu> processes{};
};

struct MetricsFrame {  // the last values; one row a GPU, one a host, one a process that has any
    Instant at;
    FrameOf of;
    std::vector<std::optional<Readings>> of_gpus, of_hosts, of_processes;
};

struct UsageQuestion {
    std::vector<GpuId> gpus;
    std::vector<HostId> hosts{};
    Instant from;
    Instant until;
    std::optional<std::int64_t> step_s{};  // none: the finest kept with at most 1,000 points
    std::vector<std::string> metrics{};    // by name; none: all
};

// So many steps of a metric, in its unit.
[[nodiscard]] Decimal value_of(const Metric& metric, std::int64_t steps);

void write_json(std::string& out, const Live& live);
void write_json(std::string& out, const Usage& usage);
void write_json(std::string& out, const MetricsFrame& frame);

}  // namespace dibs::views
