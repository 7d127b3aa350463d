// Adds up the rows of a report: reserved time first, then measured use, then capacity.
#include "projections/questions/calendar.hpp"
#include "projections/questions/usage/usage.hpp"
#include "projections/questions/usage/usage_given_back.hpp"
#include "projections/questions/usage/usage_rows.hpp"
#include "projections/questions/usage/usage_violated.hpp"
#include "projections/usage/usage.hpp"

#include <algorithm>
#include <utility>

namespace dibs {
namespace reports {
namespace {

using std::chrono::hours;

class Report {
  public:
    Report(const Snapshot& tables, const views::ReportQuestion& question)
        : tables_(tables),
          question_(question),
          window_(question.window),
          scope_(tables, question),
          hour_count_((window_.length() + hours{1} - Duration{1}) / hours{1}) {}

    Result<views::UsageReport> make() {
        const auto cells = static_cast<std::size_t>(hour_count_) * scope_.columns;
        if (cells > views::max_report_gpu_hours) {
            return refuse(Code::out_of_range, "until",
                          "That is more than 1,000,000 hours of GPUs: ask for less time or fewer "
                          "GPUs.");
        }
        scope_.read_bookings();
        reserved_.resize(cells);
        free_known_.resize(cells);
        free_powered_.resize(cells);
        for (const auto& device : scope_.devices) add_reserved(device);
        add_known();
        add_violated(tables_, window_, scope_);
        add_given_back(tables_, window_, scope_);
        const auto capacity_sums = add_capacity();
        if (scope_.rows.size() > views::most_report_rows) {
            return refuse(Code::out_of_range, "by",
                          "That is more than 10,000 rows: ask for less time or longer periods.");
        }
        return answer(capacity_sums);
    }

  private:
    [[nodiscard]] Interval hour_at(std::int64_t i) const {
        const auto start = window_.from + i * hours{1};
        return {start, std::min(start + hours{1}, window_.until)};
    }
    [[nodiscard]] std::size_t cell(const Unit& unit, std::int64_t hour) const {
        return unit.column * static_cast<std::size_t>(hour_count_) + static_cast<std::size_t>(hour);
    }
    // Counts reserved time as unmeasured until a measured hour moves it.
    void add_reserved(const Device& device) {
        for (const auto& slot : device.slots) {
            if (!slot.asked) continue;
            each_hour(window_, slot.when, [&](std::int64_t i, std::int64_t seconds) {
                const auto& unit = scope_.units[slot.unit];
                reserved_[cell(unit, i)] += static_cast<std::uint32_t>(seconds);
                if (!slot.counted) return;
                auto& sums = scope_.rows[scope_.row_of(slot, i)];
                sums.reserved += seconds * a_second;
                sums.unmeasured += seconds * a_second;
                sums.energy_unknown += seconds * a_second;
            });
        }
    }

    void add_known() {
        const auto* usage = tables_.usage();
        if (usage == nullptr) return;
        const auto cards = scope_.cards();
        closed_until_ = usage->each_closed_hour(cards, scope_.all, window_,
                                                [&](UseOfStep&& step) { take(step); });
        const Interval open{std::max(window_.from, closed_until_.value_or(window_.from)),
                            window_.until};
        if (open.from >= open.until) return;
        for (const GpuId card : cards) {
            for (auto& step :
                 usage->use_of_seconds(card, open, hours{1}, bookings_on(tables_, card, open))) {
                take(step);
            }
        }
    }

    void take(UseOfStep& step) {
        auto* device = scope_.device_of(step.gpu);
        if (device == nullptr) return;
        const auto i = (step.start - window_.from) / hours{1};
        if (i < 0 || i >= hour_count_) return;
        const auto of_hour = hour_at(i);
        auto& slots = device->slots;
        auto& first = device->first;
        while (first < slots.size() && slots[first].when.until <= of_hour.from) ++first;
        std::vector<ReservationId> held;
        for (auto s = first; s < slots.size() && slots[s].when.from < of_hour.until; ++s) {
            const auto seconds = seconds_in(both(slots[s].when, of_hour));
            if (seconds <= 0) continue;
            held.push_back(slots[s].reservation);
            if (!slots[s].asked) continue;
            take_energy(slots[s], i, seconds, step);
            take_spread(slots[s], i, step);
            take_held(slots[s], i, seconds, step);
        }
        if (question_.reservations.empty()) take_free(*device, i, held, step);
    }

    // Moves the measured part of a booking's hour from unmeasured to used or idle. Removes it from
    // the step, because several slices of one booking share it.
    void take_held(const Slot& slot, std::int64_t hour, std::int64_t seconds, UseOfStep& step) {
        const auto time = std::find_if(step.held.begin(), step.held.end(), [&](const auto& one) {
            return one.reservation == slot.reservation;
        });
        if (time == step.held.end()) return;
        const auto measured = std::min<std::int64_t>(time->measured_s, seconds);
        time->measured_s -= static_cast<std::uint32_t>(measured);
        UseSums known;
        auto left = measured * a_second;
        for (auto& use : step.uses) {
            if (use.reservation != slot.reservation) continue;
            const auto used = std::clamp<std::int64_t>(use.percent_s, 0, left);
            if (used == 0) continue;
            left -= used;
            use.percent_s -= used;
            credit(slot, hour, use, used, known);
        }
        if (!slot.counted) return;
        known.unmeasured = -measured * a_second;
        known.idle = left;
        known.idle_with = std::clamp<std::int64_t>(time->idle_with_percent_s, 0, left);
        known.idle_without =
            std::clamp<std::int64_t>(time->idle_without_percent_s, 0, left - known.idle_with);
        time->idle_with_percent_s -= known.idle_with;
        time->idle_without_percent_s -= known.idle_without;
        scope_.rows[scope_.row_of(slot, hour)] += known;
    }

    // Credits energy to the user of each second. Energy that no one used during a booking is its
    // owner's. Removes it from the step too.
    void take_energy(const Slot& slot, std::int64_t hour, std::int64_t seconds, UseOfStep& step) {
        std::int64_t known = 0;
        for (auto& use : step.uses) {
            if (use.reservation != slot.reservation || !use.energy) continue;
            known += use.energy->known_cs;
            const auto energy = *std::exchange(use.energy, std::nullopt);
            const bool owners = use.by == UseBy::holder || use.by == UseBy::nobody;
            if (owners ? !slot.counted : !scope_.counts(use.account)) continue;
            add_energy(
                owners ? scope_.row_of(slot, hour) : scope_.row_of_other(slot, hour, use.account),
                energy);
        }
        if (!slot.counted) return;
        scope_.rows[scope_.row_of(slot, hour)].energy_unknown -=
            std::min(known, seconds * a_second);
    }
    void add_energy(Rows::At row, const Energy& energy) {
        scope_.rows[row].energy_dj += energy.decijoules;
        scope_.rows[row].energy_known += energy.known_cs;
    }

    void take_spread(const Slot& slot, std::int64_t hour, UseOfStep& step) {
        if (!slot.counted) return;
        const auto found =
            std::find_if(step.spreads.begin(), step.spreads.end(),
                         [&](const Spread& one) { return one.reservation == slot.reservation; });
        if (found == step.spreads.end()) return;
        const auto spread = std::exchange(*found, Spread{});
        const auto row = scope_.row_of(slot, hour);
        scope_.rows.spread(row).add(spread.utilization, spread.memory);
        scope_.rows[row].spread += seconds_of(spread.utilization) * a_second;
        scope_.rows[row].nearly_idle += seconds_under_5_percent(spread.utilization) * a_second;
    }

    void credit(const Slot& slot, std::int64_t hour, const Use& use, std::int64_t used,
                UseSums& known) {
        if (use.by == UseBy::holder) {
            known.by_owner += used;
        } else if (use.by != UseBy::other) {
            known.by_unknown += used;
        } else {
            known.by_others += used;
            if (!scope_.counts(use.account)) return;
            scope_.rows[scope_.row_of_other(slot, hour, use.account)].of_others += used;
        }
    }

    // Adds use of the GPU outside bookings, and how long that time was measured.
    void take_free(const Device& device, std::int64_t hour, const std::vector<ReservationId>& held,
                   const UseOfStep& step) {
        const auto& unit = scope_.units[device.unit];
        if (!unit.wanted) return;
        for (const auto& use : step.uses) {
            const bool booked = use.reservation &&
                                std::find(held.begin(), held.end(), *use.reservation) != held.end();
            if (booked) continue;
            if (use.energy && !unit.cut) {
                free_powered_[cell(unit, hour)] += static_cast<std::uint32_t>(use.energy->known_cs);
            }
            const bool counts = use.percent_s > 0 || use.energy;
            if (!counts || !scope_.counts(use.account)) continue;
            const auto at = scope_.row_of(unit, hour, use.account);
            scope_.rows[at].unreserved_used += use.percent_s;
            if (use.energy) add_energy(at, *use.energy);
        }
        if (unit.cut) return;
        for (const auto& time : step.held) {
            if (!time.reservation) {
                free_known_[cell(unit, hour)] += std::min<std::uint32_t>(time.measured_s, 3600);
            }
        }
    }

    // Adds the capacity of the GPUs. It is at least what was reserved or measured, even if less is
    // known to have been present.
    UseSums add_capacity() {
        UseSums all;
        if (!question_.people.empty() || !question_.reservations.empty()) return all;
        for (const auto& unit : scope_.units) {
            if (!unit.wanted) continue;
            for (std::int64_t i = 0; i < hour_count_; ++i) {
                const auto at = cell(unit, i);
                const std::int64_t busy = std::int64_t{reserved_[at]} + free_known_[at];
                const auto there = unit.cut ? 0 : seconds_in(both(unit.there, hour_at(i)));
                const auto capacity = std::max(there, busy);
                if (capacity == 0) continue;
                UseSums more;
                more.capacity = capacity * a_second;
                more.unreserved_unmeasured = (capacity - busy) * a_second;
                more.energy_unknown = std::max<std::int64_t>(
                    0, (capacity - reserved_[at]) * a_second - std::int64_t{free_powered_[at]});
                all += more;
                if (scope_.rows_have_capacity()) scope_.rows[scope_.row_of(unit, i)] += more;
            }
        }
        return all;
    }

    [[nodiscard]] views::UsageReport answer(const UseSums& capacity_sums) {
        views::UsageReport report{window_.from,   window_.until, closed_until_,
                                  question_.zone, question_.by,  question_.own_only.has_value()};
        UseSums total;
        RowSpread spread;
        for (const auto& [key, at] : scope_.rows.all()) {
            total += scope_.rows[at];
            spread.add(scope_.rows.spread(at).utilization, scope_.rows.spread(at).memory);
        }
        if (!scope_.rows_have_capacity()) total.energy_unknown += capacity_sums.energy_unknown;
        total.capacity = capacity_sums.capacity;
        total.unreserved_unmeasured = capacity_sums.unreserved_unmeasured;
        const bool capacity = question_.people.empty() && question_.reservations.empty();
        report.total = row_of(total, spread, capacity);
        report.rows =
            rows_of(tables_, question_, scope_.rows, capacity && scope_.rows_have_capacity());
        return report;
    }

    const Snapshot& tables_;
    const views::ReportQuestion& question_;
    const Interval window_;
    Scope scope_;
    const std::int64_t hour_count_;
    std::vector<std::uint32_t> reserved_, free_known_;  // seconds, by unit and hour
    std::vector<std::uint32_t> free_powered_;  // free time with known power, hundredths of seconds
    std::optional<Instant> closed_until_{};
};

}  // namespace
}  // namespace reports

Instant first_reported_hour(const Snapshot& tables) {
    auto first = tables.now();
    auto gpus = tables.txn().cursor(Table::gpus);  // ids are ordered by creation
    if (gpus.first()) first = std::min(first, made_at(KeyReader(gpus.key()).id<GpuId>().uuid));
    auto bookings = tables.txn().cursor(Table::reservations_by_start);
    if (bookings.first()) first = std::min(first, KeyReader(bookings.key()).time());
    const auto* usage = tables.usage();
    if (usage != nullptr) first = std::min(first, usage->first_hour().value_or(first));
    return std::chrono::floor<std::chrono::hours>(first);
}

Result<Interval> report_window(Instant from, std::optional<Instant> until, Instant now,
                               Instant first_hour) {
    using std::chrono::hours;
    Interval window{std::chrono::floor<hours>(from),
                    std::min<Instant>(std::chrono::ceil<hours>(until.value_or(now)), now)};
    if (until && *until <= from) {
        return refuse(Code::interval_reversed, "until", "until is not after from.");
    }
    if (window.until <= window.from) {
        return refuse(Code::interval_reversed, "from", "This has not begun yet.");
    }
    const Instant last_hour = std::chrono::floor<hours>(window.until - Duration{1});
    window.from = std::max(window.from, std::min(first_hour, last_hour));
    if (window.length() / hours{1} > views::max_report_window_hours) {
        return refuse(Code::out_of_range, "until", "That is more than 1,000,000 hours.");
    }
    return window;
}

Result<views::UsageReport> usage_report(const Snapshot& tables,
                                        const views::ReportQuestion& question) {
    return reports::Report(tables, question).make();
}

}  // namespace dibs
