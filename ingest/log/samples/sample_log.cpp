// Sums an hour of samples up: the mean, rounded, and the greatest of each measure, over those
// samples that have it; a measure that none has stays without a figure. Pure.
#include "ingest/log/samples/sample_log.hpp"

#include <algorithm>

namespace dibs {
namespace {

using Value = std::optional<std::int32_t> Sample::*;

std::optional<HourlyUsage::Figure> figure_of(std::span<const Sample> samples, Value value) {
    std::int64_t sum = 0;
    std::int64_t count = 0;
    std::int32_t max = 0;
    for (const auto& sample : samples) {
        if (const auto& v = sample.*value) {
            max = count == 0 ? *v : std::max(max, *v);
            sum += *v;
            ++count;
        }
    }
    if (count == 0) return std::nullopt;
    const auto half = sum < 0 ? -count / 2 : count / 2;  // rounded, not cut
    return HourlyUsage::Figure{static_cast<std::int32_t>((sum + half) / count), max};
}

}  // namespace

HourlyUsage summarize(std::span<const Sample> samples) {
    const auto& first = samples.front();
    return {first.gpu,
            std::chrono::floor<std::chrono::hours>(first.at),
            static_cast<std::uint32_t>(samples.size()),
            figure_of(samples, &Sample::utilization_percent),
            figure_of(samples, &Sample::memory_used_mib),
            figure_of(samples, &Sample::temperature_c),
            figure_of(samples, &Sample::power_dw)};
}

}  // namespace dibs
