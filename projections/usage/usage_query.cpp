// Questions about usage: from the ring of seconds, from the buckets still open, from the tables.
#include "projections/store/keys.hpp"
#include "projections/store/packed.hpp"
#include "projections/usage/usage.hpp"
#include "projections/usage/usage_state.hpp"

namespace dibs {
namespace {

using views::Decimal;

constexpr std::int64_t most_points = 1000;     // if the caller leaves the step to us
constexpr std::int64_t most_values = 100'000;  // points of all GPUs
constexpr std::chrono::seconds fresh{10};
constexpr std::int64_t steps[] = {1, 60, 3600};

std::int64_t points_of(Instant from, Instant until, std::int64_t step_s) {
    const std::chrono::seconds step{step_s};
    const auto length = until - floor_to(from, step);
    return (length + step - Duration{1}) / step;
}

std::int64_t finest_step(const views::UsageQuestion& q, Instant newest) {
    for (const auto step : steps) {
        if (step == 1 && q.from < newest - seconds_kept) continue;
        if (step == 60 && q.from < newest - minutes_kept) continue;
        if (points_of(q.from, q.until, step) <= most_points) return step;
    }
    return 3600;
}

// One GPU's columns, filled point by point; a column without a value is left out.
class Columns {
  public:
    explicit Columns(std::size_t points) : points_(points) {}
    void put(std::size_t point, const Bucket& b) {
        set(usage_.utilization_percent, point, b.utilization.mean(of_whole));
        set(usage_.memory_used_mib, point, b.memory.mean(of_whole));
        set(usage_.temperature_c, point, b.temperature.mean(of_whole));
        set(usage_.power_w, point, b.power.mean(of_tenth));
    }
    views::GpuUsage of(GpuId gpu) {
        usage_.gpu = gpu;
        return std::move(usage_);
    }

  private:
    void set(std::optional<views::UsageColumn>& column, std::size_t point,
             std::optional<Decimal> value) const {
        if (!value) return;
        if (!column) column.emplace(points_);
        (*column)[point] = value;
    }
    std::size_t points_;
    views::GpuUsage usage_;
};

std::optional<Decimal> whole(std::optional<std::int32_t> value) {
    if (!value) return std::nullopt;
    return Decimal::of(*value);
}
std::optional<Decimal> tenth(std::optional<std::int32_t> value) {
    if (!value) return std::nullopt;
    return Decimal{*value * of_tenth};
}

}  // namespace

// The open bucket and those not yet stored are newer than what the table has.
std::optional<Bucket> Usage::State::bucket(const ReadTxn& txn, Table table, GpuId gpu,
                                           Instant start) const {
    const bool minutes = table == Table::usage_minutes;
    if (const auto found = gpus.find(gpu); found != gpus.end()) {
        const auto& state = found->second;
        if (minutes && state.minute_start == start) return state.minute_bucket;
        if (!minutes && state.hour_start == start) return state.hour_bucket;
    }
    const auto& ended = minutes ? ended_minutes : ended_hours;
    if (const auto found = ended.find({start, gpu}); found != ended.end()) return found->second;
    const auto row = txn.get(table, Key().time(start).id(gpu));
    if (!row) return std::nullopt;
    return unpack<Bucket>(*row);
}

Result<views::Usage> Usage::usage(const views::UsageQuestion& q) const {
    if (q.until <= q.from) {
        return refuse(Code::interval_reversed, "until", "until is not after from.");
    }
    const std::shared_lock lock(state_->mutex);
    const auto step_s = q.step_s.value_or(finest_step(q, state_->newest));
    if (std::find(std::begin(steps), std::end(steps), step_s) == std::end(steps)) {
        return refuse(Code::out_of_range, "step", "A step is 1, 60 or 3600 seconds.");
    }
    const auto points = points_of(q.from, q.until, step_s);
    if (points > most_values || points * static_cast<std::int64_t>(q.gpus.size()) > most_values) {
        return refuse(Code::out_of_range, "step",
                      "That is more than 100,000 values: ask for a longer step, less time or "
                      "fewer GPUs.");
    }
    const std::chrono::seconds step{step_s};
    views::Usage usage{floor_to(q.from, step), q.until, step_s, {}};
    const auto txn = state_->store->read();
    const auto value_at = [&](GpuId gpu, Instant start) -> std::optional<Bucket> {
        if (step_s == 60) return state_->bucket(txn, Table::usage_minutes, gpu, start);
        if (step_s == 3600) return state_->bucket(txn, Table::usage_hours, gpu, start);
        const auto found = state_->gpus.find(gpu);
        const auto sample =
            found == state_->gpus.end() ? std::nullopt : found->second.seconds.at(start);
        if (!sample) return std::nullopt;
        Bucket one;
        one.add(*sample);
        return one;
    };
    for (const GpuId gpu : q.gpus) {
        Columns columns(static_cast<std::size_t>(points));
        for (std::int64_t i = 0; i < points; ++i) {
            if (const auto b = value_at(gpu, usage.from + i * step)) {
                columns.put(static_cast<std::size_t>(i), *b);
            }
        }
        usage.gpus.push_back(columns.of(gpu));
    }
    return usage;
}

std::optional<views::GpuLive> Usage::last(GpuId gpu) const {
    const std::shared_lock lock(state_->mutex);
    const auto found = state_->gpus.find(gpu);
    if (found == state_->gpus.end() || found->second.last.at == Instant{}) return std::nullopt;
    const auto& s = found->second.last;
    return views::GpuLive{s.at, whole(s.utilization_percent), whole(s.memory_used_mib),
                          whole(s.temperature_c), tenth(s.power_dw)};
}

views::MetricsFrame Usage::frame(const std::vector<GpuId>& gpus) const {
    static const Sample none{};
    const std::shared_lock lock(state_->mutex);
    views::MetricsFrame frame{state_->newest, gpus, {}, {}, {}, {}};
    for (const GpuId gpu : gpus) {
        const auto found = state_->gpus.find(gpu);
        const bool known =
            found != state_->gpus.end() && found->second.last.at + fresh >= state_->newest;
        const Sample& s = known ? found->second.last : none;
        frame.utilization_percent.push_back(whole(s.utilization_percent));
        frame.memory_used_mib.push_back(whole(s.memory_used_mib));
        frame.temperature_c.push_back(whole(s.temperature_c));
        frame.power_w.push_back(tenth(s.power_dw));
    }
    return frame;
}

// By whole hours where they fit, and minutes at the ends.
std::optional<Decimal> Usage::mean_utilization(const std::vector<GpuId>& gpus,
                                               Interval when) const {
    const std::shared_lock lock(state_->mutex);
    const auto txn = state_->store->read();
    Measure all;
    const auto add = [&](Table table, Instant start) {
        for (const GpuId gpu : gpus) {
            const auto b = state_->bucket(txn, table, gpu, start);
            if (!b) continue;
            all.count += b->utilization.count;
            all.sum += b->utilization.sum;
        }
    };
    const auto until = std::min(when.until, state_->newest + minute);
    for (auto t = floor_to(when.from, minute); t < until;) {
        if (floor_to(t, hour) == t && t + hour <= until) {
            add(Table::usage_hours, t);
            t += hour;
        } else {
            add(Table::usage_minutes, t);
            t += minute;
        }
    }
    return all.mean(of_whole);
}

}  // namespace dibs
