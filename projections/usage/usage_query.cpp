// Answers usage questions from the seconds in memory, the open buckets, and the tables.
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

// Steps that may answer, best first: the requested one, or the finest kept ones that fit into the
// points. Always ends with the coarsest.
std::vector<std::int64_t> steps_for(const views::UsageQuestion& q, const HistoryKept& kept,
                                    Instant newest) {
    if (q.step_s) return {*q.step_s};
    const auto all = history_steps(kept);
    std::vector<std::int64_t> steps;
    for (const auto& step : all) {
        if (q.from < newest - std::chrono::seconds{step.kept_s}) continue;
        if (points_of(q.from, q.until, step.step_s) > q.points) continue;
        steps.push_back(step.step_s);
    }
    if (steps.empty() || steps.back() != all.back().step_s) steps.push_back(all.back().step_s);
    return steps;
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

// The value of a step; none if no sample had the metric.
std::optional<Decimal> value_of(const Metric& metric, const Measure& measure,
                                views::Statistic statistic = views::Statistic::mean) {
    if (measure.count == 0) return std::nullopt;
    switch (statistic) {
        case views::Statistic::min:
            return views::value_of(metric, measure.min);
        case views::Statistic::max:
            return views::value_of(metric, measure.max);
        case views::Statistic::count:
            return Decimal::of(measure.count);
        case views::Statistic::mean:
            break;
    }
    if (metric.fold != Fold::mean) return views::value_of(metric, measure.max);
    return Decimal{measure.sum * metric.milli / measure.count};
}

// A question, answered with one step.
struct Plan {
    const views::UsageQuestion& question;
    Instant from;
    std::chrono::seconds step;
    std::int64_t points;

    [[nodiscard]] Instant start(std::int64_t point) const { return from + point * step; }
};

// One subject's columns, filled point by point. A column without a value is left out and does not
// count towards the limit.
class Columns {
  public:
    Columns(const SubjectId& subject, const ColumnsAsked& asked, const Plan& plan)
        : usage_{subject, {}}, plan_(plan) {
        for (const auto column : asked) usage_.columns.emplace_back(column, views::UsageColumn{});
    }
    void put(std::size_t point, const Bucket& bucket) {
        const auto known = metrics_of(usage_.of.kind);
        for (auto& [column, values] : usage_.columns) {
            const auto value =
                value_of(known[column], bucket.measures[column], plan_.question.statistic);
            if (!value) continue;
            if (values.empty()) values.resize(static_cast<std::size_t>(plan_.points));
            values[point] = value;
        }
    }
    views::SubjectUsage done() {
        std::erase_if(usage_.columns, [](const auto& one) { return one.second.empty(); });
        return std::move(usage_);
    }

  private:
    views::SubjectUsage usage_;
    const Plan& plan_;
};

void fill_seconds(Columns& columns, const SubjectState& state, const Plan& plan,
                  std::chrono::seconds shown) {
    const auto from = std::max<Instant>(plan.from, state.last.at - shown);
    state.seconds.read({from, plan.start(plan.points)}, [&](const Sample& sample) {
        Bucket one;
        one.add(sample.values);
        columns.put(static_cast<std::size_t>((sample.at - plan.from) / plan.step), one);
    });
}

Table table_of(std::chrono::seconds step) {
    if (step == minute) return Table::usage_minutes;
    return step == hour ? Table::usage_hours : Table::usage_days;
}

views::SubjectUsage usage_of(const Usage::State& state, const ReadTxn& txn,
                             const SubjectId& subject, const ColumnsAsked& asked,
                             const Plan& plan) {
    Columns columns(subject, asked, plan);
    if (plan.step.count() == 1) {
        const auto found = state.subjects.find(subject);
        if (found != state.subjects.end()) {
            fill_seconds(columns, found->second, plan, state.kept.seconds);
        }
        return columns.done();
    }
    for (std::int64_t i = 0; i < plan.points; ++i) {
        if (const auto bucket = state.bucket(txn, table_of(plan.step), subject, plan.start(i))) {
            columns.put(static_cast<std::size_t>(i), *bucket);
        }
    }
    return columns.done();
}

// None if there would be too many values. Reads at most as many rows as an answer may have values.
std::optional<views::Usage> answer_in(const Usage::State& state, const ReadTxn& txn,
                                      const Plan& plan) {
    const auto& q = plan.question;
    const auto subjects = static_cast<std::int64_t>(q.gpus.size() + q.hosts.size());
    if (plan.points > views::most_values || plan.points * subjects > views::most_values) {
        return std::nullopt;
    }
    views::Usage usage{plan.from, q.until, plan.step.count(), q.statistic};
    std::int64_t columns = 0;
    const auto add = [&](std::vector<views::SubjectUsage>& list, const SubjectId& subject,
                         const ColumnsAsked& asked) {
        if (columns * plan.points > views::most_values) return;
        list.push_back(usage_of(state, txn, subject, asked, plan));
        columns += static_cast<std::int64_t>(list.back().columns.size());
    };
    const auto of_gpus = columns_of(Subject::gpu, q.metrics);
    const auto of_hosts = columns_of(Subject::host, q.metrics);
    for (const GpuId gpu : q.gpus) add(usage.gpus, gpu, of_gpus);
    for (const HostId host : q.hosts) add(usage.hosts, host, of_hosts);
    if (columns * plan.points > views::most_values) return std::nullopt;
    return usage;
}

std::string fault_of_step(std::int64_t step_s) {
    const auto all = history_steps();
    const bool known =
        std::any_of(all.begin(), all.end(), [&](const auto& one) { return one.step_s == step_s; });
    return known ? "" : "A step is 1, 60, 3600 or 86400 seconds.";
}

}  // namespace

std::optional<Bucket> Usage::State::bucket(const ReadTxn& txn, Table table,
                                           const SubjectId& subject, Instant start) const {
    if (table == Table::usage_days && (!folded || start >= *folded)) {
        return open_day(txn, subject, start);
    }
    const bool minutes = table == Table::usage_minutes;
    const bool hours = table == Table::usage_hours;
    if (const auto found = subjects.find(subject); found != subjects.end()) {
        const auto& state = found->second;
        if (minutes && state.minute_start == start) return state.minute_bucket;
        if (hours && state.hour_start == start) return state.hour_bucket;
    }
    if (minutes || hours) {
        const auto& ended = minutes ? ended_minutes : ended_hours;
        const auto found = ended.find({start, subject});
        if (found != ended.end()) return found->second;
    }
    const auto row = txn.get(table, bucket_key(start, subject));
    return row ? decode_bucket(subject.kind, *row) : std::nullopt;
}

// A day without a row yet: the sum of its hours so far.
std::optional<Bucket> Usage::State::open_day(const ReadTxn& txn, const SubjectId& subject,
                                             Instant start) const {
    std::optional<Bucket> of_day;
    const auto until = std::min<Instant>(start + day, newest + hour);
    for (auto at = start; at < until; at += hour) {
        const auto of_hour = bucket(txn, Table::usage_hours, subject, at);
        if (!of_hour) continue;
        if (!of_day) of_day.emplace();
        of_day->add(*of_hour);
    }
    return of_day;
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
    if (q.points < 1 || q.points > views::most_points) {
        return refuse(Code::out_of_range, "points", "points is 1 to 10,000.");
    }
    if (auto fault = q.step_s ? fault_of_step(*q.step_s) : std::string{}; !fault.empty()) {
        return refuse(Code::out_of_range, "step", std::move(fault));
    }
    const std::shared_lock lock(state_->mutex);
    const auto txn = state_->store->read();
    for (const auto step_s : steps_for(q, state_->kept, state_->newest)) {
        const std::chrono::seconds step{step_s};
        const Plan plan{q, floor_to(q.from, step), step, points_of(q.from, q.until, step_s)};
        if (auto usage = answer_in(*state_, txn, plan)) return *std::move(usage);
    }
    return refuse(Code::out_of_range, "step",
                  "That is more than 100,000 values: ask for a longer step, less time, fewer "
                  "metrics or fewer GPUs.");
}

std::optional<views::Live> Usage::last(const SubjectId& subject) const {
    const std::shared_lock lock(state_->mutex);
    const auto* sample = state_->last(subject);
    if (sample == nullptr || sample->values.empty()) return std::nullopt;
    return views::Live{sample->at, subject.kind, sample->values};
}

std::vector<std::optional<Readings>> Usage::last_of(std::span<const SubjectId> subjects,
                                                    Instant now) const {
    const std::shared_lock lock(state_->mutex);
    return state_->last_of(subjects, {now - views::fresh, now + most_ahead + Duration{1}});
}

std::vector<std::optional<Readings>> Usage::State::last_of(std::span<const SubjectId> asked,
                                                           const Interval& when) const {
    std::vector<std::optional<Readings>> values;
    values.reserve(asked.size());
    for (const auto& subject : asked) {
        const auto* sample = last(subject);
        auto& value = values.emplace_back();
        if (sample != nullptr && when.contains(sample->at)) value = sample->values;
    }
    return values;
}

views::MetricsFrame Usage::frame(const views::FrameOf& whose) const {
    const std::vector<SubjectId> of_gpus(whose.gpus.begin(), whose.gpus.end());
    const std::vector<SubjectId> of_hosts(whose.hosts.begin(), whose.hosts.end());
    const std::shared_lock lock(state_->mutex);
    const Interval newest{state_->newest - fresh, state_->newest + Duration{1}};
    views::MetricsFrame frame{state_->newest,
                              {whose.gpus, whose.hosts},
                              state_->last_of(of_gpus, newest),
                              state_->last_of(of_hosts, newest),
                              {}};
    for (const auto& process : whose.processes) {
        const auto* sample = state_->last(SubjectId(process.id, process.gpu));
        if (sample == nullptr || !newest.contains(sample->at)) continue;
        frame.of.processes.push_back(process);
        frame.of_processes.push_back(sample->values);
    }
    return frame;
}

// Uses whole hours where they fit, and minutes at both ends.
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
