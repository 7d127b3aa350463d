// Questions about usage: from the seconds in memory, from the buckets still open, from the tables.
#include "projections/store/keys.hpp"
#include "projections/usage/usage.hpp"
#include "projections/usage/usage_state.hpp"

#include <algorithm>
#include <iterator>

namespace dibs {
namespace {

using views::Decimal;

constexpr std::chrono::seconds fresh{10};

std::int64_t points_of(Instant from, Instant until, std::int64_t step_s) {
    const std::chrono::seconds step{step_s};
    const auto length = until - floor_to(from, step);
    return (length + step - Duration{1}) / step;
}

std::int64_t finest_step(const views::UsageQuestion& q, Instant newest) {
    for (const auto& step : views::usage_steps) {
        if (step.kept_s && q.from < newest - std::chrono::seconds{*step.kept_s}) continue;
        if (points_of(q.from, q.until, step.step_s) <= views::usual_points) return step.step_s;
    }
    return views::usage_steps.back().step_s;
}

using ColumnsAsked = std::vector<Column>;

ColumnsAsked columns_of(Subject kind, const std::vector<std::string>& names) {
    ColumnsAsked columns;
    const auto known = metrics_of(kind);
    for (Column i = 0; i < known.size(); ++i) {
        if (names.empty() || std::find(names.begin(), names.end(), known[i].name) != names.end()) {
            columns.push_back(i);
        }
    }
    return columns;
}

// The value of a step: nothing where no sample gave the metric.
std::optional<Decimal> value_of(const Metric& metric, const Measure& measure) {
    if (measure.count == 0) return std::nullopt;
    if (metric.fold == Fold::counter) return views::value_of(metric, measure.max);
    return Decimal{measure.sum * metric.milli / measure.count};
}

// One subject's columns, filled point by point; a column without a value is left out.
class Columns {
  public:
    Columns(const SubjectId& subject, const ColumnsAsked& asked, std::size_t points)
        : usage_{subject, {}}, points_(points) {
        for (const auto column : asked) usage_.columns.emplace_back(column, views::UsageColumn{});
    }
    void put(std::size_t point, const Bucket& bucket) {
        const auto known = metrics_of(usage_.of.kind);
        for (auto& [column, values] : usage_.columns) {
            const auto value = value_of(known[column], bucket.measures[column]);
            if (!value) continue;
            if (values.empty()) values.resize(points_);
            values[point] = value;
        }
    }
    views::SubjectUsage done() {
        std::erase_if(usage_.columns, [](const auto& one) { return one.second.empty(); });
        return std::move(usage_);
    }

  private:
    views::SubjectUsage usage_;
    std::size_t points_;
};

// What a question comes to, once it is found to be one.
struct Plan {
    Instant from;
    std::chrono::seconds step;
    std::int64_t points;

    [[nodiscard]] Instant start(std::int64_t point) const { return from + point * step; }
};

void fill_seconds(Columns& columns, const SubjectState& state, const Plan& plan) {
    const auto from = std::max(plan.from, state.last.at - SecondRing::shown);
    state.seconds.read({from, plan.start(plan.points)}, [&](const Sample& sample) {
        Bucket one;
        one.add(sample.values);
        columns.put(static_cast<std::size_t>((sample.at - plan.from) / plan.step), one);
    });
}

views::SubjectUsage usage_of(const Usage::State& state, const ReadTxn& txn,
                             const SubjectId& subject, const ColumnsAsked& asked,
                             const Plan& plan) {
    Columns columns(subject, asked, static_cast<std::size_t>(plan.points));
    if (plan.step.count() == 1) {
        const auto found = state.subjects.find(subject);
        if (found != state.subjects.end()) fill_seconds(columns, found->second, plan);
        return columns.done();
    }
    const auto table = plan.step.count() == 60 ? Table::usage_minutes : Table::usage_hours;
    for (std::int64_t i = 0; i < plan.points; ++i) {
        if (const auto bucket = state.bucket(txn, table, subject, plan.start(i))) {
            columns.put(static_cast<std::size_t>(i), *bucket);
        }
    }
    return columns.done();
}

}  // namespace

std::optional<Bucket> Usage::State::bucket(const ReadTxn& txn, Table table,
                                           const SubjectId& subject, Instant start) const {
    const bool minutes = table == Table::usage_minutes;
    if (const auto found = subjects.find(subject); found != subjects.end()) {
        const auto& state = found->second;
        if (minutes && state.minute_start == start) return state.minute_bucket;
        if (!minutes && state.hour_start == start) return state.hour_bucket;
    }
    const auto& ended = minutes ? ended_minutes : ended_hours;
    if (const auto found = ended.find({start, subject}); found != ended.end()) {
        return found->second;
    }
    const auto row = txn.get(table, bucket_key(start, subject));
    return row ? decode_bucket(subject.kind, *row) : std::nullopt;
}

const Sample* Usage::State::last(const SubjectId& subject) const {
    if (subject.kind == Subject::process) {
        const auto found = processes.find(subject);
        return found == processes.end() ? nullptr : &found->second;
    }
    const auto found = subjects.find(subject);
    if (found == subjects.end() || found->second.last.at == Instant{}) return nullptr;
    return &found->second.last;
}

Result<views::Usage> Usage::usage(const views::UsageQuestion& q) const {
    if (q.until <= q.from) {
        return refuse(Code::interval_reversed, "until", "until is not after from.");
    }
    const std::shared_lock lock(state_->mutex);
    const auto step_s = q.step_s.value_or(finest_step(q, state_->newest));
    if (std::none_of(views::usage_steps.begin(), views::usage_steps.end(),
                     [&](const auto& one) { return one.step_s == step_s; })) {
        return refuse(Code::out_of_range, "step", "A step is 1, 60 or 3600 seconds.");
    }
    const auto of_gpus = columns_of(Subject::gpu, q.metrics);
    const auto of_hosts = columns_of(Subject::host, q.metrics);
    const auto columns = of_gpus.size() * q.gpus.size() + of_hosts.size() * q.hosts.size();
    const auto points = points_of(q.from, q.until, step_s);
    if (points > views::most_values ||
        points * static_cast<std::int64_t>(columns) > views::most_values) {
        return refuse(Code::out_of_range, "step",
                      "That is more than 100,000 values: ask for a longer step, less time, fewer "
                      "metrics or fewer GPUs.");
    }
    const std::chrono::seconds step{step_s};
    const Plan plan{floor_to(q.from, step), step, points};
    views::Usage usage{plan.from, q.until, step_s, {}, {}};
    const auto txn = state_->store->read();
    for (const GpuId gpu : q.gpus) {
        usage.gpus.push_back(usage_of(*state_, txn, gpu, of_gpus, plan));
    }
    for (const HostId host : q.hosts) {
        usage.hosts.push_back(usage_of(*state_, txn, host, of_hosts, plan));
    }
    return usage;
}

std::optional<views::Live> Usage::last(const SubjectId& subject) const {
    const std::shared_lock lock(state_->mutex);
    const auto* sample = state_->last(subject);
    if (sample == nullptr || sample->values.empty()) return std::nullopt;
    return views::Live{sample->at, subject.kind, sample->values};
}

std::vector<std::optional<Readings>> Usage::last_of(std::span<const SubjectId> subjects,
                                                    Instant not_before) const {
    const std::shared_lock lock(state_->mutex);
    return state_->last_of(subjects, not_before);
}

std::vector<std::optional<Readings>> Usage::State::last_of(std::span<const SubjectId> asked,
                                                           Instant not_before) const {
    std::vector<std::optional<Readings>> values;
    values.reserve(asked.size());
    for (const auto& subject : asked) {
        const auto* sample = last(subject);
        auto& value = values.emplace_back();
        if (sample != nullptr && sample->at >= not_before) value = sample->values;
    }
    return values;
}

views::MetricsFrame Usage::frame(const views::FrameOf& whose) const {
    const std::vector<SubjectId> of_gpus(whose.gpus.begin(), whose.gpus.end());
    const std::vector<SubjectId> of_hosts(whose.hosts.begin(), whose.hosts.end());
    const std::shared_lock lock(state_->mutex);
    const auto not_before = state_->newest - fresh;
    views::MetricsFrame frame{state_->newest,
                              {whose.gpus, whose.hosts},
                              state_->last_of(of_gpus, not_before),
                              state_->last_of(of_hosts, not_before),
                              {}};
    for (const auto& process : whose.processes) {
        const auto* sample = state_->last(SubjectId(process.id, process.gpu));
        if (sample == nullptr || sample->at < not_before) continue;
        frame.of.processes.push_back(process);
        frame.of_processes.push_back(sample->values);
    }
    return frame;
}

// By whole hours where they fit, and minutes at the ends.
std::optional<Decimal> Usage::mean_utilization(const std::vector<GpuId>& gpus,
                                               Interval when) const {
    constexpr auto column = column_of(Subject::gpu, "utilization_percent");
    const std::shared_lock lock(state_->mutex);
    const auto txn = state_->store->read();
    Measure all;
    const auto add = [&](Table table, Instant start) {
        for (const GpuId gpu : gpus) {
            const auto bucket = state_->bucket(txn, table, gpu, start);
            if (!bucket) continue;
            all.count += bucket->measures[column].count;
            all.sum += bucket->measures[column].sum;
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
    return value_of(metrics_of(Subject::gpu)[column], all);
}

}  // namespace dibs
