// Checks the limits of one booking, and of all bookings of a person or group.
#include "domain/reservation/reservation_limits.hpp"

#include "domain/budget/budget_rules.hpp"
#include "domain/kernel/iso_week.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace dibs::reservation {
namespace {

std::string length_text(Duration d) {
    const auto minutes = std::chrono::duration_cast<std::chrono::minutes>(d).count();
    const auto hours = minutes / 60;
    const auto days = hours / 24;
    if (minutes % 1440 == 0) return std::to_string(days) + (days == 1 ? " day" : " days");
    if (minutes % 60 == 0) return std::to_string(hours) + (hours == 1 ? " hour" : " hours");
    return std::to_string(minutes) + (minutes == 1 ? " minute" : " minutes");
}

// Hours with one decimal if needed, rounded up.
std::string hours_text(Duration gpu_time) {
    constexpr auto tenth = std::chrono::minutes{6};
    const auto tenths = (gpu_time + tenth - Duration{1}) / tenth;
    auto text = std::to_string(tenths / 10);
    if (tenths % 10 != 0) text += '.' + std::to_string(tenths % 10);
    return text;
}

std::string day_text(Instant at) {
    constexpr std::size_t date_only = 10;
    return to_text(at).substr(0, date_only);
}

Refusal refusal(Code code, const char* field, std::string detail, Limits::Number Limits::*kind,
                const Bound& bound) {
    Refusal no{code, field, std::move(detail), {}, std::string(limit_kinds[place_of(kind)].name)};
    if (bound.group) no.about.emplace_back(*bound.group);
    return no;
}

std::chrono::minutes minutes_of(const Bound& bound) {
    return std::chrono::minutes{bound.value};
}

// The bookings of one person that hold GPUs in that time, except `but`.
template <class Take>
void each_other(const State& state, PersonId owner, const Booking& but, const Interval& when,
                const Take& take) {
    const auto own = state.by_owner.find(owner);
    if (own == state.by_owner.end()) return;
    for (const auto id : own->second) {
        const Held& held = state.all.at(id);
        if (id == but.id || !holds_time(held.ending) || !held.booking.when.overlaps(when)) continue;
        take(held.booking);
    }
}

std::int64_t gpus_in(const Booking& booking) {
    return static_cast<std::int64_t>(booking.gpus.size());
}

struct Peak {
    Instant at;
    std::int64_t gpus = 0;
};

// The most GPUs that the person would have at one moment of the booking. The maximum is at the
// start of a booking.
Peak peak_with(const Booking& booking, const std::vector<const Booking*>& others) {
    // At the same moment, ends sort before starts.
    std::vector<std::pair<Instant, std::int64_t>> steps;
    for (const auto* one : others) {
        steps.emplace_back(std::max(one->when.from, booking.when.from), gpus_in(*one));
        steps.emplace_back(one->when.until, -gpus_in(*one));
    }
    std::sort(steps.begin(), steps.end());
    std::int64_t gpus = gpus_in(booking);
    Peak peak{booking.when.from, gpus};
    for (const auto& [at, step] : steps) {
        gpus += step;
        if (gpus > peak.gpus) peak = {at, gpus};
    }
    return peak;
}

Objection check_at_once(const Booking& booking, const State& reservations, const Bounds& bounds) {
    const auto& bound = bounds.of(&Limits::gpus_at_once);
    if (!bound) return std::nullopt;
    std::vector<const Booking*> others;
    each_other(reservations, booking.owner, booking, booking.when,
               [&](const Booking& one) { others.push_back(&one); });
    const auto peak = peak_with(booking, others);
    if (peak.gpus <= bound->value) return std::nullopt;
    auto no = refusal(Code::over_limit, "gpus",
                      "That makes " + std::to_string(peak.gpus) + " GPUs at once; at most " +
                          std::to_string(bound->value) +
                          (bound->group ? " in " + bound->group_name : "") +
                          ". An admin can change that.",
                      &Limits::gpus_at_once, *bound);
    for (const auto* one : others) {
        if (one->when.contains(peak.at)) no.about.emplace_back(one->id);
    }
    return no;
}

// Monday 00:00 UTC to the next Monday 00:00 UTC.
Interval week_of(Instant at) {
    const auto monday = monday_of(std::chrono::floor<std::chrono::days>(at));
    return {Instant{monday}, Instant{monday + std::chrono::days{7}}};
}

using Weeks = std::map<Instant, Duration>;  // GPU time by the Monday of the week

void spread(Weeks& weeks, const Booking& booking, const Interval& within) {
    const auto until = std::min(booking.when.until, within.until);
    auto week = week_of(std::max(booking.when.from, within.from));
    for (; week.from < until; week = week_of(week.until)) {
        weeks[week.from] += budget::part_of(booking, week);
    }
}

// The first week in which these people would have more than `most_hours`, and their GPU time in it.
template <class People>
std::optional<Weeks::value_type> over(const Booking& booking, const State& reservations,
                                      const People& people, std::int64_t most_hours) {
    Weeks weeks;
    const Interval all{week_of(booking.when.from).from,
                       week_of(booking.when.until - Duration{1}).until};
    spread(weeks, booking, all);
    for (const PersonId owner : people) {
        each_other(reservations, owner, booking, all,
                   [&](const Booking& one) { spread(weeks, one, all); });
    }
    for (const auto& week : weeks) {
        const bool touched = week.first < booking.when.until &&
                             week.first + std::chrono::days{7} > booking.when.from;
        if (touched && week.second > std::chrono::hours{most_hours}) return week;
    }
    return std::nullopt;
}

Objection check_week(const Booking& booking, const State& reservations, const Bounds& bounds) {
    const auto& bound = bounds.of(&Limits::gpu_hours_week);
    if (!bound) return std::nullopt;
    const std::array own{booking.owner};
    const auto found = over(booking, reservations, own, bound->value);
    if (!found) return std::nullopt;
    return refusal(Code::over_limit, "until",
                   "That makes " + hours_text(found->second) + " GPU-hours in the week of Monday " +
                       day_text(found->first) + "; at most " + std::to_string(bound->value) +
                       (bound->group ? " in " + bound->group_name : "") +
                       ". An admin can change that.",
                   &Limits::gpu_hours_week, *bound);
}

Objection check_group_week(const Booking& booking, const State& reservations,
                           const group::State& groups, const Bounds& bounds) {
    Objection first;
    for (const Bound& bound : bounds.of_groups) {
        std::vector<PersonId> members;
        for (const auto& one : groups.all.at(*bound.group).members) members.push_back(one.person);
        const auto found = over(booking, reservations, members, bound.value);
        if (!found) return std::nullopt;
        if (first) continue;
        first = refusal(Code::over_limit, "until",
                        "That makes " + hours_text(found->second) +
                            " GPU-hours of the group in the week of Monday " +
                            day_text(found->first) + "; at most " + std::to_string(bound.value) +
                            " in " + bound.group_name + ". An admin can change that.",
                        &Limits::group_gpu_hours_week, bound);
    }
    return first;
}

}  // namespace

Bounds bounds_for(const rules::State& rules, const group::State& groups, PersonId owner,
                  Duration ahead) {
    std::vector<GroupLimits> own;
    for (const GroupId id : group::groups_of(groups, owner)) {
        const auto& held = groups.all.at(id);
        own.push_back({id, held.group.name, held.limits});
    }
    return bounds_of(rules::limits_of(rules.site), own, ahead);
}

Objection check_length(const Interval& when, const Bounds& bounds) {
    if (when.until <= when.from) {
        return Refusal{Code::interval_reversed, "until", "A booking ends after it starts."};
    }
    const auto& shortest = bounds.of(&Limits::shortest_min);
    if (shortest && when.length() < minutes_of(*shortest)) {
        return refusal(Code::too_short, "until",
                       "The shortest booking is " + length_text(minutes_of(*shortest)) +
                           (shortest->group ? " in " + shortest->group_name : "") +
                           ". An admin can change that.",
                       &Limits::shortest_min, *shortest);
    }
    const auto& longest = bounds.of(&Limits::longest_min);
    if (longest && when.length() > minutes_of(*longest)) {
        return refusal(Code::too_long, "until",
                       "The longest booking is " + length_text(minutes_of(*longest)) +
                           (longest->group ? " in " + longest->group_name : "") +
                           ". An admin can change that.",
                       &Limits::longest_min, *longest);
    }
    return std::nullopt;
}

Objection check_start(const Interval& when, Instant now, const Bounds& bounds) {
    if (when.from < now - late_start) {
        return Refusal{Code::in_the_past, "from", "A booking cannot start in the past."};
    }
    if (when.until <= now) {
        return Refusal{Code::in_the_past, "until", "A booking ends in the future."};
    }
    const auto& horizon = bounds.of(&Limits::horizon_min);
    if (horizon && when.from > now + minutes_of(*horizon)) {
        return refusal(Code::too_far_ahead, "from",
                       "A booking starts at most " + length_text(minutes_of(*horizon)) +
                           " from now" + (horizon->group ? " in " + horizon->group_name : "") +
                           ". An admin can change that.",
                       &Limits::horizon_min, *horizon);
    }
    const auto& lead = bounds.of(&Limits::lead_min);
    if (lead && when.from < now + minutes_of(*lead)) {
        return refusal(Code::too_soon, "from",
                       "A booking starts at least " + length_text(minutes_of(*lead)) + " from now" +
                           (lead->group ? " in " + lead->group_name : "") +
                           ". An admin can change that.",
                       &Limits::lead_min, *lead);
    }
    return std::nullopt;
}

Objection check_count(std::size_t gpus, const Bounds& bounds) {
    const auto& most = bounds.of(&Limits::most_gpus);
    if (gpus > 0 && (!most || std::cmp_less_equal(gpus, most->value))) return std::nullopt;
    const Bound bound = most.value_or(Bound{});
    return refusal(Code::out_of_range, "gpus",
                   "A booking takes 1 to " + std::to_string(bound.value) + " GPUs" +
                       (bound.group ? " in " + bound.group_name : "") +
                       ". An admin can change that.",
                   &Limits::most_gpus, bound);
}

Objection check_quotas(const Booking& booking, const State& reservations,
                       const group::State& groups, const Bounds& bounds) {
    if (auto no = check_at_once(booking, reservations, bounds)) return no;
    if (auto no = check_week(booking, reservations, bounds)) return no;
    return check_group_week(booking, reservations, groups, bounds);
}

}  // namespace dibs::reservation
