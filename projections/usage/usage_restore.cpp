// From the tables to the hourly log, and from the logs back into the tables.
#include "projections/usage/usage.hpp"
#include "projections/usage/usage_state.hpp"

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

// Those who ask for usage wait for no more than this many samples.
constexpr std::size_t samples_at_once = 1000;
constexpr std::size_t most_minutes_in_memory = 20'000;
// How far the samples of different GPUs may be out of order in the log.
constexpr std::chrono::minutes disorder{10};

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

LogResult<void> Usage::restore(SampleLog& samples, HourlyLog& hours, Instant now,
                               const std::function<bool()>& stopping) {
    auto& state = *state_;
    const auto from = restore_hours(hours, now);
    if (!from) return tl::unexpected(from.error());
    std::vector<Sample> batch;
    const auto take_batch = [&] {
        const std::lock_guard lock(state.mutex);
        for (const auto& sample : batch) state.take_again(sample);
        batch.clear();
        if (state.ended_minutes.size() > most_minutes_in_memory) state.flush();
    };
    const auto read = samples.for_each({*from, now + minute}, [&](const Sample& sample) {
        batch.push_back(sample);
        if (batch.size() < samples_at_once) return true;
        take_batch();
        return !stopping();
    });
    take_batch();
    flush();
    return read;
}

// Since when samples are missing: from the hour of the last flush on (the log is in order of time
// but for a little), a whole hour in any case, everything if there are no tables.
LogResult<Instant> Usage::restore_hours(HourlyLog& hours, Instant now) {
    const std::lock_guard lock(state_->mutex);
    const auto oldest = floor_to(now - minutes_kept, hour);
    if (state_->flushed != Instant{}) {
        const auto stored = floor_to(state_->flushed - disorder, hour);
        return std::max(oldest, std::min<Instant>(stored, now - seconds_kept));
    }
    const auto read = hours.for_each([&](const HourlyUsage& h) {
        state_->ended_hours[{h.hour, h.gpu}] = bucket_of(h);
    });
    if (!read) return tl::unexpected(read.error());
    return oldest;
}

}  // namespace dibs
