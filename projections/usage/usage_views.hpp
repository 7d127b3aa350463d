// Measurements as in the contract: the last values, columns over time, frames of the stream.
// Members are named after the metrics (domain/usage/metric.hpp). A metric without any value has no
// member; inside a column null means that there was no sample.
#pragma once

#include "domain/kernel/fields.hpp"
#include "domain/kernel/ids.hpp"
#include "domain/kernel/time.hpp"
#include "domain/usage/sample.hpp"
#include "projections/store/decimal.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dibs::views {

// Limits of an answer: points x subjects x the metrics that each has values of. The dashboard gets
// these numbers too (api/routes/catalogue.cpp).
inline constexpr std::int64_t most_values = 100'000;
inline constexpr std::size_t most_subjects = 256;
// Used if the caller leaves the step open.
inline constexpr std::int64_t usual_points = 1000, most_points = 10'000;

// Which value of a step is returned.
enum class Statistic : std::uint8_t {
    mean,  // of a counter: the greatest value
    min,
    max,
    count  // number of samples with a value: how much of the step is known
};

constexpr std::chrono::seconds fresh{30};  // older samples are not current

// How current a sample is at a moment.
struct Sight {
    std::int64_t age_s = 0;
    bool current = false;  // describes the present
};

struct Live {  // the last sample
    Instant at;
    Subject kind{};
    Readings values{};
    std::optional<Sight> sight{};  // only in answers
};
// Adds its age. Values of a subject that is not in sight are not current, however young its sample
// is.
[[nodiscard]] Live seen_at(Live live, bool in_sight, Instant now);

using UsageColumn = std::vector<std::optional<Decimal>>;

struct SubjectUsage {
    SubjectId of;
    std::vector<std::pair<Column, UsageColumn>> columns{};
};

struct Usage {
    Instant from;  // rounded down to a whole step
    Instant until;
    std::int64_t step_s = 60;  // 1, 60, 3600 or 86,400
    Statistic statistic{};
    std::vector<SubjectUsage> gpus{}, hosts{};
};

struct ProcessOnGpu {
    ProcessId id;
    GpuId gpu;
};

// The subjects of a frame.
struct FrameOf {
    std::vector<GpuId> gpus{};
    std::vector<HostId> hosts{};
    std::vector<ProcessOnGpu> processes{};
};

struct MetricsFrame {  // the last values: one row a GPU, one a host, one a process that has any
    Instant at;
    FrameOf of;
    std::vector<std::optional<Readings>> of_gpus, of_hosts, of_processes;
};

struct UsageQuestion {
    std::vector<GpuId> gpus;
    std::vector<HostId> hosts{};
    Instant from;
    Instant until;
    // None: the finest kept step that fits into the points and the limit of values.
    std::optional<std::int64_t> step_s{};
    std::int64_t points = usual_points;
    std::vector<std::string> metrics{};  // by name; none: all
    Statistic statistic{};
};

// Converts stored steps of a metric to its unit.
[[nodiscard]] Decimal value_of(const Metric& metric, std::int64_t steps);

void write_json(std::string& out, const Live& live);
void write_json(std::string& out, const Usage& usage);
void write_json(std::string& out, const MetricsFrame& frame);

}  // namespace dibs::views

namespace dibs {

template <>
struct Names<views::Statistic> {
    using E = views::Statistic;
    static constexpr std::array list = {named(E::mean, "mean"), named(E::min, "min"),
                                        named(E::max, "max"), named(E::count, "count")};
};

}  // namespace dibs
