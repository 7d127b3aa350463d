// Turns the samples of an hour into tallies of its GPUs.
#include "projections/usage/use_of_hour.hpp"

#include "projections/usage/usage_state.hpp"

namespace dibs {

void add_to(UseTally& tally, const Sample& sample, std::span<const Hold> holds) {
    constexpr auto utilization = column_of(Subject::gpu, "utilization_percent");
    constexpr auto power = column_of(Subject::gpu, "power_w");
    constexpr auto memory = column_of(Subject::gpu, "memory_used_mib");
    static_assert(metrics_of(Subject::gpu)[power].milli == 100, "a step is a tenth of a watt");
    static_assert(metrics_of(Subject::gpu)[memory].milli == 1000, "a step is a MiB");
    tally.add(sample.at, sample.occupancy, sample.values[utilization], holds,
              {sample.values[power], sample.values[memory]});
}

UseOfHour::UseOfHour(Instant start, Holds holds)
    : when_{start, start + hour}, holds_(std::move(holds)) {}

void UseOfHour::take(std::span<const Sample> samples) {
    for (const auto& sample : samples) {
        newest_ = std::max(newest_, sample.at);
        if (sample.of.kind == Subject::gpu && sample.at < when_.until) take(sample);
    }
}

void UseOfHour::take(const Sample& sample) {
    const auto [at, is_new] = gpus_.try_emplace(sample.of);
    auto& gpu = at->second;
    if (is_new) gpu.holds = holds_(GpuId{sample.of.uuid}, when_);
    if (sample.at <= gpu.last) return;
    gpu.last = sample.at;
    if (sample.at < when_.from) return;
    add_to(gpu.tally, sample, gpu.holds);
}

bool UseOfHour::over() const {
    return newest_ >= when_.until + disorder;
}

void UseOfHour::put_into(HourlyUsage& row) const {
    const auto found = gpus_.find(row.of);
    if (found == gpus_.end()) return;
    row.uses = found->second.tally.uses();
    row.held = found->second.tally.held();
    row.spreads = found->second.tally.spreads();
}

}  // namespace dibs
