// Answers who used GPUs: from rows of the closed hours and seconds of the open ones, with totals.
#include "projections/usage/usage.hpp"
#include "projections/usage/usage_state.hpp"
#include "projections/usage/use_of_hour.hpp"

#include <algorithm>

namespace dibs {
namespace {

views::UseOf view_of(const Use& use) {
    views::UseOf view{use.by, {}, {}, use.reservation, use.seconds, use.measured_s, {}};
    if (!use.account.empty()) view.account = use.account;
    view.used_s = {use.percent_s * 10};  // from hundredths of a second to thousandths
    return view;
}

bool is_asked(const views::UseQuestion& question, const Use& use) {
    const auto& wanted = question.reservations;
    if (wanted.empty()) return true;
    return use.reservation &&
           std::find(wanted.begin(), wanted.end(), *use.reservation) != wanted.end();
}

// Sorts rows by GPU and time; they come in order of time.
class Answer {
  public:
    explicit Answer(const views::UseQuestion& question) : question_(question) {
        for (const GpuId gpu : question.gpus) {
            place_.try_emplace(gpu, view_.gpus.size());
            view_.gpus.push_back({gpu, {}});
        }
    }
    void take(const UseOfStep& step) {
        views::HourOfUse of_hour{step.start, {}};
        for (const auto& use : step.uses) {
            if (!is_asked(question_, use)) continue;
            of_hour.uses.push_back(view_of(use));
        }
        if (of_hour.uses.empty()) return;
        view_.gpus[place_.at(step.gpu)].hours.push_back(std::move(of_hour));
    }
    views::UseAnswer done(Instant from, std::optional<Instant> closed_until) {
        view_.from = from;
        view_.until = question_.until;
        view_.closed_until = closed_until;
        view_.totals = views::totals_of(view_.gpus);
        return std::move(view_);
    }

  private:
    const views::UseQuestion& question_;
    std::map<GpuId, std::size_t> place_;
    views::UseAnswer view_{};
};

}  // namespace

std::vector<views::UseOf> views::totals_of(const std::vector<GpuUse>& gpus) {
    std::map<std::pair<UseBy, std::optional<std::string>>, UseOf> totals;
    for (const auto& gpu : gpus) {
        for (const auto& of_hour : gpu.hours) {
            for (const auto& use : of_hour.uses) {
                const auto [at, is_new] = totals.try_emplace({use.by, use.account}, use);
                auto& total = at->second;
                total.reservation.reset();
                if (is_new) continue;
                total.seconds += use.seconds;
                total.measured_s += use.measured_s;
                total.used_s.milli += use.used_s.milli;
            }
        }
    }
    std::vector<UseOf> all;
    for (auto& [key, total] : totals) all.push_back(std::move(total));
    return all;
}

std::optional<Instant> Usage::first_hour() const {
    const auto txn = state_->store->read();
    std::optional<Instant> first;
    for (const Table table : {Table::usage_minutes, Table::usage_hours, Table::usage_uses}) {
        auto cursor = txn.cursor(table);
        if (!cursor.first()) continue;
        const auto start = floor_to(parse_bucket_key(cursor.key()).first, hour);
        first = std::min(first.value_or(start), start);
    }
    return first;
}

std::optional<Instant> Usage::each_closed_hour(const std::vector<GpuId>& gpus, bool all,
                                               const Interval& window,
                                               const std::function<void(UseOfStep&&)>& take) const {
    std::shared_lock lock(state_->mutex);
    const auto reported = state_->reported;
    const auto txn = state_->store->read();
    lock.unlock();
    const auto until = std::min(window.until, reported.value_or(window.from));
    auto sorted = gpus;
    std::sort(sorted.begin(), sorted.end());
    const auto give = [&](GpuId gpu, Instant start, std::string_view row) {
        auto uses = decode_uses(row);
        if (!uses) return;
        take({gpu, start, std::move(uses->uses), std::move(uses->held), std::move(uses->spreads)});
    };
    if (!all) {
        for (auto at = floor_to(window.from, hour); at < until; at += hour) {
            for (const GpuId gpu : sorted) {
                const auto row = txn.get(Table::usage_uses, bucket_key(at, gpu));
                if (row) give(gpu, at, *row);
            }
        }
        return reported;
    }
    auto cursor = txn.cursor(Table::usage_uses);
    const auto first = floor_to(window.from, hour);
    for (bool more = cursor.seek(Key().time(first)); more; more = cursor.next()) {
        const auto [start, subject] = parse_bucket_key(cursor.key());
        if (start >= until) break;
        const GpuId gpu{subject.uuid};
        if (!std::binary_search(sorted.begin(), sorted.end(), gpu)) continue;
        give(gpu, start, cursor.value());
    }
    return reported;
}

std::vector<UseOfStep> Usage::use_of_seconds(GpuId gpu, const Interval& window,
                                             std::chrono::seconds step,
                                             const std::vector<Hold>& holds) const {
    std::vector<std::pair<Instant, UseTally>> tallies;
    {
        const std::shared_lock lock(state_->mutex);
        const auto found = state_->subjects.find(SubjectId(gpu));
        if (found == state_->subjects.end()) return {};
        found->second.seconds.read(window, [&](const Sample& sample) {
            const auto start = floor_to(sample.at, step);
            if (tallies.empty() || tallies.back().first != start) {
                tallies.emplace_back(start, UseTally{});
            }
            add_to(tallies.back().second, sample, holds);
        });
    }
    std::vector<UseOfStep> steps;
    for (const auto& [start, tally] : tallies) {
        steps.push_back({gpu, start, tally.uses(), tally.held(), tally.spreads()});
    }
    return steps;
}

Result<views::UseAnswer> Usage::use(const views::UseQuestion& q, const HoldsOfGpu& holds) const {
    if (q.until <= q.from) {
        return refuse(Code::interval_reversed, "until", "until is not after from.");
    }
    const auto from = floor_to(q.from, hour);
    const auto hours = (q.until - from + hour - Duration{1}) / hour;
    if (hours > views::most_gpu_hours ||
        hours * static_cast<std::int64_t>(q.gpus.size()) > views::most_gpu_hours) {
        return refuse(Code::out_of_range, "until",
                      "That is more than 10,000 hours of GPUs: ask for less time or fewer GPUs.");
    }
    Answer answer(q);
    const auto closed = each_closed_hour(q.gpus, false, {from, q.until},
                                         [&](const UseOfStep& step) { answer.take(step); });
    const Interval open{std::max(from, closed.value_or(from)),
                        floor_to(q.until - Duration{1}, hour) + hour};
    if (!holds || open.from >= open.until) return answer.done(from, closed);
    for (const GpuId gpu : q.gpus) {
        for (const auto& step : use_of_seconds(gpu, open, hour, holds(gpu, open))) {
            answer.take(step);
        }
    }
    return answer.done(from, closed);
}

}  // namespace dibs
