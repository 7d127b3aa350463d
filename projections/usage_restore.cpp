// From the tables to the hourly log, and from the logs back into the tables.
#include "projections/usage.hpp"
#include "projections/usage_state.hpp"

#include <utility>

namespace dibs {
namespace {

using Figure = HourlyUsage::Figure;

std::optional<Figure> figure_of(const Measure& m) {
    if (m.count == 0) return std::nullopt;
    const std::int64_t half = m.sum < 0 ? -std::int64_t{m.count} / 2 : m.count / 2;
    return Figure{static_cast<std::int32_t>((m.sum + half) / m.count), m.max};
}

// How many of the samples had the value is not kept in the log: all of them, then.
Measure measure_of(const std::optional<Figure>& f, std::uint32_t samples) {
    if (!f) return {};
    return {samples, std::int64_t{f->mean} * samples, f->max};
}

// A day at a time, so that a month of seconds is never in memory at once.
LogResult<void> for_each_sample(SampleLog& log, GpuId gpu, Interval when,
                                const std::function<void(const Sample&)>& take) {
    for (Instant from = when.from; from < when.until; from += std::chrono::days{1}) {
        const auto until = std::min(when.until, from + Duration{std::chrono::days{1}});
        const auto read = log.read(gpu, {from, until});
        if (!read) return tl::unexpected(read.error());
        for (const auto& sample : *read) take(sample);
    }
    return {};
}

}  // namespace

HourlyUsage report_of(GpuId gpu, Instant start, const Bucket& b) {
    return {gpu,
            start,
            b.samples,
            figure_of(b.utilization),
            figure_of(b.memory),
            figure_of(b.temperature),
            figure_of(b.power)};
}

Bucket bucket_of(const HourlyUsage& h) {
    return {h.samples, measure_of(h.utilization_percent, h.samples),
            measure_of(h.memory_used_mib, h.samples), measure_of(h.temperature_c, h.samples),
            measure_of(h.power_dw, h.samples)};
}

// One that the buckets have already is still missing from the seconds, which are in memory only.
void Usage::State::take_again(const Sample& sample) {
    auto& gpu = gpus[sample.gpu];
    if (sample.at > gpu.last.at) return take(sample);
    gpu.seconds.put(sample);
    if (sample.at == gpu.last.at) gpu.last = sample;
}

std::vector<HourlyUsage> Usage::ended_hours() {
    const std::lock_guard lock(state_->mutex);
    return std::exchange(state_->to_report, {});
}

LogResult<void> Usage::restore(SampleLog& samples, HourlyLog& hours, const std::vector<GpuId>& gpus,
                               Instant now) {
    const std::lock_guard lock(state_->mutex);
    auto& state = *state_;
    if (state.flushed == Instant{}) {
        const auto read = hours.for_each([&](const HourlyUsage& h) {
            state.ended_hours[{h.hour, h.gpu}] = bucket_of(h);
        });
        if (!read) return read;
    }
    for (const GpuId id : gpus) {
        const auto known = state.gpus[id].last.at;
        const auto oldest = floor_to(now - minutes_kept, hour);
        const Interval missing{std::max(oldest, std::min(known, now - seconds_kept)), now + minute};
        const auto read =
            for_each_sample(samples, id, missing, [&](const Sample& s) { state.take_again(s); });
        if (!read) return read;
    }
    state.flush();
    return {};
}

}  // namespace dibs
