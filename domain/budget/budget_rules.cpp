// Adds up the hours that count. A budget of a group reads the bookings of its members, one of a
// project reads all bookings. Of the rows kept here, it reads only those that end after the period
// begins.
#include "domain/budget/budget_rules.hpp"

#include "domain/kernel/iso_week.hpp"
#include "domain/world/world.hpp"

#include <algorithm>

namespace dibs::budget {
namespace {

using reservation::Booking;
using std::chrono::days;
using std::chrono::hours;
using std::chrono::local_days;
using std::chrono::months;
using std::chrono::year_month_day;

constexpr Duration second = std::chrono::seconds{1};

struct Days {
    local_days from;
    local_days until;
};

Days of_months(year_month_day first, months length) {
    return {local_days{first}, local_days{first + length}};
}

// The first day of a repeating period, and the first day of the next.
Days days_around(Period period, local_days day) {
    using std::chrono::month;
    constexpr unsigned months_of_quarter = 3;
    const year_month_day date{day};
    const auto first_of = [&](month of) { return date.year() / of / 1; };
    switch (period) {
        case Period::month:
            return of_months(first_of(date.month()), months{1});
        case Period::quarter: {
            const auto m = static_cast<unsigned>(date.month()) - 1;
            return of_months(first_of(month{m - m % months_of_quarter + 1}),
                             months{months_of_quarter});
        }
        case Period::year:
            return of_months(first_of(std::chrono::January), months{12});
        case Period::week:
        case Period::once:
            break;
    }
    const auto monday = monday_of(day);
    return {monday, monday + days{7}};
}

// Midnight; if a clock that is set back shows midnight twice, the second one.
Interval between(const Days& of, const WallClock& clock) {
    return {clock.when(WallTime{of.from}).last, clock.when(WallTime{of.until}).last};
}

bool counts(const reservation::Held& held, const std::optional<ReservationId>& but) {
    return reservation::holds_time(held.ending) && held.booking.id != but;
}

Duration of_past(const PastByEnd& past, const Interval& period,
                 const std::optional<std::string>& project) {
    Duration sum{};
    for (auto at = past.upper_bound({period.from, ReservationId{}}); at != past.end(); ++at) {
        const Past& one = at->second;
        if (!project || one.project == project) sum += part_of(one.when, one.gpus, period);
    }
    return sum;
}

Duration of_group(const Books& books, const group::Held& group, const Interval& period,
                  const std::optional<ReservationId>& but) {
    Duration sum{};
    for (const auto& member : group.members) {
        if (const auto own = books.reservations.by_owner.find(member.person);
            own != books.reservations.by_owner.end()) {
            for (const auto id : own->second) {
                const auto& held = books.reservations.all.at(id);
                if (!counts(held, but)) continue;
                sum += part_of(held.booking, period);
            }
        }
        const auto past = books.budgets.past.find(member.person);
        if (past != books.budgets.past.end()) sum += of_past(past->second, period, {});
    }
    return sum;
}

Duration of_project(const Books& books, const std::optional<std::string>& project,
                    const Interval& period, const std::optional<ReservationId>& but) {
    Duration sum{};
    for (const auto& [id, held] : books.reservations.all) {
        if (held.booking.project != project || !counts(held, but)) continue;
        sum += part_of(held.booking, period);
    }
    for (const auto& [owner, past] : books.budgets.past) sum += of_past(past, period, project);
    return sum;
}

bool concerns(const Budget& budget, const std::optional<std::string>& project, PersonId owner,
              const group::State& groups) {
    if (budget.project) return budget.project == project;
    const auto* group = budget.group ? group::find(groups, *budget.group) : nullptr;
    return group != nullptr && group::member(*group, owner) != nullptr;
}

// The part of the booking that the budget has counted so far.
Duration part_before(const Books& books, const Budget& budget, const reservation::Held* before,
                     const Interval& period) {
    if (before == nullptr || !reservation::holds_time(before->ending)) return {};
    const Booking& b = before->booking;
    if (!concerns(budget, b.project, b.owner, books.groups)) return {};
    return part_of(b, period);
}

std::optional<Exceeded> exceeded_in(const Books& books, const Budget& budget, const Booking& after,
                                    const reservation::Held* before, const Interval& period) {
    const auto part = part_of(after, period);
    if (part <= part_before(books, budget, before, period)) return std::nullopt;
    const Duration whole = hours{budget.gpu_hours};
    const auto others = booked_in(books, budget, period, after.id);
    if (others + part <= whole) return std::nullopt;
    return Exceeded{budget.id,
                    budget.group,
                    whose(budget, books.groups),
                    after.id,
                    after.owner,
                    period,
                    budget.gpu_hours,
                    (others + part) / second,
                    std::max(whole - others, Duration{}) / second};
}

// The first of its periods that the booking exceeds. The longest booking overlaps about fifty of
// the shortest periods.
std::optional<Exceeded> exceeded_of(const Books& books, const Budget& budget, const Booking& after,
                                    const reservation::Held* before) {
    if (budget.period == Period::once) {
        return exceeded_in(books, budget, after, before, {*budget.from, *budget.until});
    }
    auto period = period_at(budget, after.when.from, books.zones);
    while (period && period->from < after.when.until) {
        if (auto found = exceeded_in(books, budget, after, before, *period)) return found;
        period = period_at(budget, period->until, books.zones);
    }
    return std::nullopt;
}

// `by_project`: the booking exceeds the budget because its project changed to the budget's project.
// Otherwise its time exceeds the budget.
Refusal refusal_of(const Budget& budget, const Exceeded& one, bool by_project, const Zones* zones) {
    const auto* clock = zones ? zones->find(budget.zone) : nullptr;
    Refusal no{Code::over_limit,
               by_project ? "project" : "until",
               "That makes " + hours_text(one.booked_s) + " GPU-hours from " +
                   day_text(one.period.from, clock) + " to " +
                   day_text(one.period.until - Duration{1}, clock) + " in the budget of " + one.of +
                   ", which has " + std::to_string(one.gpu_hours) + ": " + hours_text(one.left_s) +
                   " are left. What is released early counts no more. An admin can change "
                   "the budget.",
               {Ref{one.id}},
               "budget"};
    if (one.group) no.about.emplace_back(*one.group);
    return no;
}

}  // namespace

Books books_of(const World& world, const Zones* zones) {
    return {world.budgets, world.reservations, world.groups, zones};
}

std::optional<Interval> period_at(const Budget& budget, Instant at, const Zones* zones) {
    if (budget.period == Period::once) {
        const Interval once{*budget.from, *budget.until};
        return once.contains(at) ? std::optional(once) : std::nullopt;
    }
    const auto* clock = zones ? zones->find(budget.zone) : nullptr;
    if (!clock) return std::nullopt;
    const auto around = days_around(budget.period, std::chrono::floor<days>(clock->shows(at)));
    const auto period = between(around, *clock);
    if (period.from <= at) return period;
    return between(days_around(budget.period, around.from - days{1}), *clock);
}

Duration part_of(const Interval& when, std::int64_t gpus, const Interval& period) {
    const auto from = std::max(when.from, period.from);
    const auto until = std::min(when.until, period.until);
    return std::max(until - from, Duration{}) * gpus;
}

Duration part_of(const Booking& booking, const Interval& period) {
    return part_of(booking.when, static_cast<std::int64_t>(booking.gpus.size()), period);
}

Duration booked_in(const Books& books, const Budget& budget, const Interval& period,
                   std::optional<ReservationId> but) {
    if (!budget.group) return of_project(books, budget.project, period, but);
    const auto* group = group::find(books.groups, *budget.group);
    return group == nullptr ? Duration{} : of_group(books, *group, period, but);
}

std::optional<Step> untold_step(const Budget& budget, const Interval& period, Duration booked,
                                const std::optional<NotifiedStep>& told) {
    constexpr std::int64_t nearly_percent = 80, whole_percent = 100;
    const Duration whole = hours{budget.gpu_hours};
    if (booked * whole_percent < whole * nearly_percent) return std::nullopt;
    const auto step = booked < whole ? Step::nearly_spent : Step::spent;
    if (told && told->period == period && told->step >= step) return std::nullopt;
    return step;
}

bool counts_alike(Budget a, const Budget& b) {
    a.when_spent = b.when_spent;
    return a == b;
}

std::string whose(const Budget& budget, const group::State& groups) {
    if (budget.project) return *budget.project;
    const auto* group = budget.group ? group::find(groups, *budget.group) : nullptr;
    return group == nullptr ? std::string() : group->group.name;
}

std::string hours_text(std::int64_t gpu_seconds) {
    constexpr std::int64_t tenth = 360;
    const auto tenths = gpu_seconds / tenth;
    auto text = std::to_string(tenths / 10);
    if (tenths % 10 != 0) text += '.' + std::to_string(tenths % 10);
    return text;
}

std::string day_text(Instant at, const WallClock* clock) {
    constexpr std::size_t date_only = 10;
    const auto shown = clock ? Instant{clock->shows(at).time_since_epoch()} : at;
    return to_text(shown).substr(0, date_only);
}

Result<std::vector<Exceeded>> exceeded_by(const Books& books, const Booking& after,
                                          const reservation::Held* before, bool relaxed) {
    std::vector<Exceeded> all;
    for (const auto& [id, held] : books.budgets.all) {
        if (!concerns(held.budget, after.project, after.owner, books.groups)) continue;
        auto found = exceeded_of(books, held.budget, after, before);
        if (!found) continue;
        if (!relaxed && held.budget.when_spent == WhenSpent::refuse) {
            const bool by_project =
                held.budget.project && (!before || before->booking.project != after.project);
            return tl::unexpected(refusal_of(held.budget, *found, by_project, books.zones));
        }
        all.push_back(*std::move(found));
    }
    return all;
}

}  // namespace dibs::budget
