// Samples of the hour to tallies of its GPUs.
#include "projections/usage/use_of_hour.hpp"

#include "projections/usage/usage_state.hpp"

namespace dibs {

UseOfHour::UseOfHour(Instant start, Holds holds)
    : when_{start, start + hour}, holds_(std::move(holds)) {}

void UseOfHour::take(std::span<const Sample> samples) {
    for (const auto& sample : samples) {
        newest_ = std::max(newest_, sample.at);
        if (sample.of.kind == Subject::gpu && sample.at < when_.until) take(sample);
    }
}

void UseOfHour::take(const Sample& sample) {
    constexpr auto utilization = column_of(Subject::gpu, "utilization_percent");
    const auto [at, is_new] = gpus_.try_emplace(sample.of);
    auto& gpu = at->second;
    if (is_new) gpu.holds = holds_(GpuId{sample.of.uuid}, when_);
    if (sample.at <= gpu.last) return;
    gpu.last = sample.at;
    if (sample.at < when_.from) return;
    gpu.tally.add(sample.at, sample.occupancy, sample.values[utilization], gpu.holds);
}

bool UseOfHour::over() const {
    return newest_ >= when_.until + disorder;
}

void UseOfHour::put_into(HourlyUsage& row) const {
    const auto found = gpus_.find(row.of);
    if (found == gpus_.end()) return;
    row.uses = found->second.tally.uses();
    row.held = found->second.tally.held();
}

}  // namespace dibs
