// What GPUs did over time, in columns, as the contract of /usage and of metrics frames has it. Null
// where there was no sample; a metric that was never given is absent.
#pragma once

#include "domain/codec/fields.hpp"
#include "domain/ids.hpp"
#include "domain/time.hpp"
#include "projections/store/decimal.hpp"

#include <optional>
#include <vector>

namespace dibs::views {

using UsageColumn = std::vector<std::optional<Decimal>>;

struct GpuUsage {  // means over each step
    GpuId gpu;
    std::optional<UsageColumn> utilization_percent{};
    std::optional<UsageColumn> memory_used_mib{};
    std::optional<UsageColumn> temperature_c{};
    std::optional<UsageColumn> power_w{};
};

struct Usage {
    Instant from;  // rounded down to a whole step
    Instant until;
    std::int64_t step_s = 60;  // 1, 60 or 3600
    std::vector<GpuUsage> gpus;
};

struct MetricsFrame {  // the last values; one row a GPU
    Instant at;
    std::vector<GpuId> gpus;
    UsageColumn utilization_percent;
    UsageColumn memory_used_mib;
    UsageColumn temperature_c;
    UsageColumn power_w;
};

struct UsageQuestion {
    std::vector<GpuId> gpus;
    Instant from;
    Instant until;
    std::optional<std::int64_t> step_s{};  // none: the finest kept with at most 1,000 points
};

}  // namespace dibs::views

namespace dibs {

template <>
struct Fields<views::GpuUsage> {
    using T = views::GpuUsage;
    static constexpr auto list =
        std::tuple(field("gpu", &T::gpu), field("utilization_percent", &T::utilization_percent),
                   field("memory_used_mib", &T::memory_used_mib),
                   field("temperature_c", &T::temperature_c), field("power_w", &T::power_w));
};
template <>
struct Fields<views::Usage> {
    using T = views::Usage;
    static constexpr auto list = std::tuple(field("from", &T::from), field("until", &T::until),
                                            field("step_s", &T::step_s), field("gpus", &T::gpus));
};
template <>
struct Fields<views::MetricsFrame> {
    using T = views::MetricsFrame;
    static constexpr auto list =
        std::tuple(field("at", &T::at), field("gpus", &T::gpus),
                   field("utilization_percent", &T::utilization_percent),
                   field("memory_used_mib", &T::memory_used_mib),
                   field("temperature_c", &T::temperature_c), field("power_w", &T::power_w));
};

}  // namespace dibs
