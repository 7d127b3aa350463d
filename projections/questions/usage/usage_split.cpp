// Utilization of GPUs for each booking and kind of user, for strips on calendar blocks.
#include "projections/calendar/calendar.hpp"
#include "projections/questions/calendar.hpp"
#include "projections/questions/usage/usage.hpp"
#include "projections/usage/floor_to.hpp"
#include "projections/usage/usage.hpp"

#include <algorithm>
#include <map>

namespace dibs {
namespace {

using views::Decimal;
using Row = views::UsageSplit::Row;

constexpr std::chrono::hours an_hour{1};

// Average percent of the measured seconds.
Decimal mean(std::int64_t percent_s, std::uint32_t measured_s) {
    return {std::clamp<std::int64_t>(percent_s, 0, std::int64_t{measured_s} * 100) * 1000 /
            measured_s};
}

class Split {
  public:
    Split(Instant from, std::chrono::seconds step) : from_(from), step_(step) {}

    void take(const UseOfStep& step) {
        for (const auto& time : step.held) {
            if (time.measured_s == 0) continue;
            std::int64_t holder = 0;
            std::int64_t others = 0;
            std::int64_t unknown = 0;
            for (const auto& use : step.uses) {
                if (use.reservation != time.reservation) continue;
                auto& whose = use.by == UseBy::holder  ? holder
                              : use.by == UseBy::other ? others
                                                       : unknown;
                whose += use.percent_s;
            }
            auto& row = rows_[{step.gpu, time.reservation}];
            const auto point = (step.start - from_) / step_;
            if (row.holder.empty()) row.first = point;
            const auto at = static_cast<std::size_t>(point - row.first);
            for (auto* column : {&row.holder, &row.others, &row.unknown}) column->resize(at + 1);
            row.holder[at] = mean(holder, time.measured_s);
            row.others[at] = mean(others, time.measured_s);
            row.unknown[at] = mean(unknown, time.measured_s);
        }
    }
    std::vector<Row> done(const std::function<bool(ReservationId)>& shown) {
        std::vector<Row> all;
        for (auto& [key, row] : rows_) {
            if (key.second && !shown(*key.second)) continue;
            row.gpu = key.first;
            row.reservation = key.second;
            all.push_back(std::move(row));
        }
        std::stable_sort(all.begin(), all.end(), [](const Row& a, const Row& b) {
            return std::tie(a.gpu, a.first) < std::tie(b.gpu, b.first);
        });
        return all;
    }

  private:
    Instant from_;
    std::chrono::seconds step_;
    std::map<std::pair<GpuId, std::optional<ReservationId>>, Row> rows_;
};

}  // namespace

Result<views::UsageSplit> usage_split(const Snapshot& tables, const std::vector<GpuId>& gpus,
                                      Interval window, std::chrono::seconds step,
                                      std::optional<PersonId> own_only) {
    if (window.until <= window.from) {
        return refuse(Code::interval_reversed, "until", "until is not after from.");
    }
    window.from = floor_to(window.from, step);
    const auto steps = (window.length() + step - Duration{1}) / step;
    constexpr std::int64_t most_steps = 100'000;
    if (steps > most_steps || steps * static_cast<std::int64_t>(gpus.size()) > most_steps) {
        return refuse(Code::out_of_range, "until",
                      "That is more than 100,000 steps of GPUs: ask for less time or fewer GPUs.");
    }
    views::UsageSplit answer{window.from, window.until, {}, step.count(), {}};
    const auto* usage = tables.usage();
    if (usage == nullptr) return answer;
    Split split(window.from, step);
    // With steps below an hour, the seconds in memory answer. Then this reads no hours and only
    // returns where closed hours end.
    const auto no_hours = Interval{window.from, window.from};
    answer.closed_until = usage->each_closed_hour(gpus, false, step == an_hour ? window : no_hours,
                                                  [&](const UseOfStep& one) { split.take(one); });
    auto open = window;
    if (step == an_hour) open.from = std::max(open.from, answer.closed_until.value_or(open.from));
    if (open.from < open.until) {
        for (const GpuId gpu : gpus) {
            for (const auto& one :
                 usage->use_of_seconds(gpu, open, step, bookings_on(tables, gpu, open))) {
                split.take(one);
            }
        }
    }
    answer.rows = split.done([&](ReservationId id) {
        if (!own_only) return true;
        const auto row = projections::find_reservation(tables.txn(), id);
        return row && row->owner == *own_only;
    });
    return answer;
}

}  // namespace dibs
