// Groups from their members, then the steps that the protection of their booking allows.
#include "domain/violation/violation_steps.hpp"

#include "domain/violation/violation_look.hpp"
#include "domain/world/world.hpp"

#include <algorithm>

namespace dibs::violation {
namespace {

using enforcement::Action;
using enforcement::Protection;
using enforcement::Step;
using enforcement::Steps;
using enforcement::StopMode;
using enforcement::tells_person;

constexpr Duration least_notice = std::chrono::seconds{enforcement::least_notice_s};

// The open ones of a group that nobody excused.
struct Case {
    std::vector<const Open*> members{};
    Instant since{};
};

std::vector<Case> cases_of(const State& state) {
    std::map<Group, Case> cases;
    for (const auto& [id, open] : state.open) {
        if (open.excusal) continue;
        auto& one = cases[group_of(open.violation)];
        one.since = one.members.empty() ? open.since : std::min(one.since, open.since);
        one.members.push_back(&open);
    }
    std::vector<Case> all;
    for (auto& [group, one] : cases) all.push_back(std::move(one));
    return all;
}

// The last time, where it was taken more than once.
const Taken* taken_as(const Open& open, const Step& step) {
    const auto found = std::find_if(open.taken.rbegin(), open.taken.rend(),
                                    [&](const Taken& taken) { return taken.step == step; });
    return found == open.taken.rend() ? nullptr : &*found;
}

// As the rules have it now (`steps`): one that they have moved since it was taken is the same step
// still, in the order of time, so that nobody is told all over again. Not so a stop, whose time was
// told.
const Taken* taken_of(const Open& open, const Steps& steps, const Step& step) {
    const auto* as_it_is = taken_as(open, step);
    if (as_it_is != nullptr || step.action == Action::stop) return as_it_is;
    auto before = std::count_if(steps.begin(), steps.end(), [&](const Step& other) {
        return other < step && other.action == step.action && taken_as(open, other) == nullptr;
    });
    for (const auto& taken : open.taken) {
        const bool moved = taken.step.action == step.action &&
                           std::find(steps.begin(), steps.end(), taken.step) == steps.end();
        if (moved && before-- == 0) return &taken;
    }
    return nullptr;
}

// When the group took it last; none: never.
std::optional<Instant> last_taken(const Case& one, const Steps& steps, const Step& step) {
    std::optional<Instant> last;
    for (const auto* member : one.members) {
        if (const auto* taken = taken_of(*member, steps, step)) last = std::max(last, {taken->at});
    }
    return last;
}

bool is_held(const Open& open, const Step& stop) {
    const auto* taken = taken_as(open, stop);
    return taken != nullptr && taken->outcome == Outcome::not_told;
}

// Tried only, where the rules have come to stop what runs on: it is taken once more.
bool was_only_tried(const Open& open, const Step& stop, StopMode mode) {
    const auto* taken = taken_as(open, stop);
    return taken != nullptr && taken->outcome == Outcome::dry_run && mode != StopMode::dry_run;
}

// Whoever started a container may be anybody: the account that is told knows of nothing.
bool has_people_to_tell(const Case& one) {
    return !one.members.front()->violation.starter_unknown.value_or(false);
}

// From when on they may be stopped, since they were told of it: a minute after that, and not before
// the time that it named. None: they were not. Whoever was told before there was a stop to speak of
// (the protection of the booking was raised, or the rules have changed) is told anew. A dry run
// stops nobody, and nobody is told of one.
std::optional<Instant> warned_until(const Case& one, StopMode mode) {
    std::optional<Instant> first;
    if (!has_people_to_tell(one)) return first;
    for (const auto* member : one.members) {
        for (const auto& taken : member->taken) {
            if (!tells_person(taken.step.action) || taken.outcome != Outcome::done) continue;
            if (mode != StopMode::dry_run && !taken.stops_at) continue;
            const auto told = taken.acted_at.value_or(taken.at);
            const auto until = std::max(told + least_notice, taken.stops_at.value_or(told));
            first = first ? std::min(*first, until) : until;
        }
    }
    return first;
}

bool has_outcome(const Case& one, const Steps& steps, const Step& step) {
    return std::any_of(one.members.begin(), one.members.end(), [&](const Open* member) {
        const auto* taken = taken_of(*member, steps, step);
        return taken != nullptr && taken->outcome.has_value();
    });
}

bool is_on_its_way(const Case& one, const Steps& steps, const Step& step) {
    return std::any_of(one.members.begin(), one.members.end(), [&](const Open* member) {
        const auto* taken = taken_of(*member, steps, step);
        return taken != nullptr && !taken->outcome;
    });
}

// A step that came through and spoke of no stop, where nobody was told of the one that follows now.
// Once: those that are out of sight keep what they were told.
bool tells_anew(const Case& one, const Steps& steps, const Step& step, StopMode mode) {
    if (!tells_person(step.action) || !has_people_to_tell(one)) return false;
    if (mode == StopMode::dry_run || warned_until(one, mode)) return false;
    const bool stops = std::any_of(steps.begin(), steps.end(), [&](const Step& other) {
        return step < other && other.action == Action::stop;
    });
    bool came_without = false;
    for (const auto* member : one.members) {
        const auto* taken = taken_of(*member, steps, step);
        if (taken == nullptr) continue;
        if (taken->stops_at) return false;  // that is how far it came
        came_without = came_without || taken->outcome == Outcome::done;
    }
    return stops && came_without;
}

// Whether one that tells them before this stop may still come through.
bool may_be_told(const Case& one, const Steps& steps, const Step& stop, StopMode mode) {
    if (!has_people_to_tell(one)) return false;
    return std::any_of(steps.begin(), steps.end(), [&](const Step& step) {
        return step < stop && tells_person(step.action) &&
               (!has_outcome(one, steps, step) || is_on_its_way(one, steps, step) ||
                tells_anew(one, steps, step, mode));
    });
}

// Of whom it is still to be taken: of a step that tells, of all or of nobody. A stop that is held
// is so until they are told.
std::vector<const Open*> outstanding(const Case& one, const Steps& steps, const Step& step,
                                     StopMode mode) {
    if (step.action != Action::stop) {
        const bool again = tells_anew(one, steps, step, mode);
        return last_taken(one, steps, step) && !again ? std::vector<const Open*>{} : one.members;
    }
    const bool told = warned_until(one, mode).has_value();
    std::vector<const Open*> left;
    for (const auto* member : one.members) {
        const bool again = was_only_tried(*member, step, mode) || (told && is_held(*member, step));
        if (!taken_as(*member, step) || again) left.push_back(member);
    }
    return left;
}

// That of a container which anybody may have started, perhaps the booking's owner, is shown, and
// nobody is told unless the booking asks for it.
Protection protection_of(const World& world, const Case& one) {
    const auto id = one.members.front()->violation.reservation;
    const auto held = id ? world.reservations.all.find(*id) : world.reservations.all.end();
    const bool is_held = held != world.reservations.all.end();
    const auto asked = is_held ? held->second.booking.protection : std::nullopt;
    if (!asked && !has_people_to_tell(one)) return Protection::shown;
    return protection_by(world.rules.site, asked);
}

// Those that are for this group at all, in the order of time.
Steps steps_for(const World& world, const Case& one) {
    auto steps = world.rules.site.steps();
    const auto protection = protection_of(world, one);
    const auto& violation = one.members.front()->violation;
    std::erase_if(steps, [&](const Step& step) {
        if (step.action == Action::mail_owner && !violation.owner) return true;
        if (step.action == Action::mail_person && !violation.person) return true;
        return enforcement::needed_for(step.action) > protection;
    });
    return steps;
}

// The next step, of whom, and when its time comes. Nobody is stopped who was not told: while that
// may still come through the stop has no time, and where it cannot the stop is held.
struct Next {
    Step step;
    std::vector<const Open*> members;
    Instant at;
    bool held = false;
};
// `taken_now`: what was taken in this very look.
std::optional<Next> next_of(const Case& one, const Steps& steps, StopMode mode,
                            const std::vector<Step>& taken_now, Instant now) {
    std::optional<Step> before;
    std::optional<Instant> before_at;
    const auto warned = warned_until(one, mode);
    for (const auto& step : steps) {
        const bool stops = step.action == Action::stop;
        if (stops && !warned && may_be_told(one, steps, step, mode)) continue;
        const bool just = std::find(taken_now.begin(), taken_now.end(), step) != taken_now.end();
        auto members = just ? std::vector<const Open*>{} : outstanding(one, steps, step, mode);
        if (!members.empty()) {
            Instant at = one.since + std::chrono::seconds{step.after_s};
            if (before_at) {
                at =
                    std::max(at, *before_at + std::chrono::seconds{step.after_s - before->after_s});
            }
            if (stops && warned) at = std::max(at, *warned);
            return Next{step, std::move(members), at, stops && !warned};
        }
        before = step;
        before_at = just ? now : last_taken(one, steps, step);
    }
    return std::nullopt;
}

// When a stop follows on this step, if any does: at the earliest, if this is what tells them. None
// that is held, but that a step which tells them ends the wait.
std::optional<Instant> stop_after(const World& world, const Case& one, const Steps& steps,
                                  const Step& step, Instant now) {
    const auto mode = world.rules.site.stopping();
    if (mode == StopMode::dry_run) return std::nullopt;
    const bool told = warned_until(one, mode).has_value();
    for (const auto& stop : steps) {
        if (stop.action != Action::stop) continue;
        const bool tells = told || (has_people_to_tell(one) && tells_person(step.action));
        if (stop <= step) {
            const bool waits =
                std::any_of(one.members.begin(), one.members.end(),
                            [&](const Open* member) { return is_held(*member, stop); });
            if (waits && tells) return now + least_notice;
            continue;
        }
        if (!tells && !may_be_told(one, steps, stop, mode)) return std::nullopt;
        const auto at = std::max(one.since + std::chrono::seconds{stop.after_s},
                                 now + std::chrono::seconds{stop.after_s - step.after_s});
        return told ? at : std::max(at, now + least_notice);
    }
    return std::nullopt;
}

std::vector<Violation> seen_of(const World& world, const Next& next) {
    std::vector<Violation> seen;
    for (const auto* member : next.members) {
        if (!is_out_of_sight(world, member->violation.process)) seen.push_back(member->violation);
    }
    return seen;
}

Event escalated(const World& world, const Case& one, const Steps& steps, const Next& next,
                std::vector<Violation> seen, Instant now) {
    Escalated event{std::move(seen), next.step, now, {}, {}};
    if (next.step.action == Action::stop) event.stop_mode = world.rules.site.stopping();
    event.stops_at = stop_after(world, one, steps, next.step, now);
    return event;
}

}  // namespace

Protection protection_by(const rules::Rules& rules, std::optional<Protection> asked) {
    return asked ? std::min(*asked, rules.greatest_protection()) : rules.usual_protection();
}

std::vector<Event> steps_due(const World& world, const State& state, Instant now) {
    std::vector<Event> events;
    for (const auto& one : cases_of(state)) {
        const auto steps = steps_for(world, one);
        const auto mode = world.rules.site.stopping();
        std::vector<Step> taken_now;
        for (auto next = next_of(one, steps, mode, taken_now, now); next && next->at <= now;
             next = next_of(one, steps, mode, taken_now, now)) {
            auto seen = seen_of(world, *next);
            if (seen.empty()) break;
            if (next->held) {
                events.emplace_back(
                    Acted{std::move(seen), next->step, Outcome::not_told, 0, "", now, {}});
            } else {
                events.push_back(escalated(world, one, steps, *next, std::move(seen), now));
            }
            taken_now.push_back(next->step);
        }
    }
    return events;
}

std::optional<Instant> next_step(const World& world, Instant now) {
    std::optional<Instant> soonest;
    for (const auto& one : cases_of(world.violations)) {
        const auto next = next_of(one, steps_for(world, one), world.rules.site.stopping(), {}, now);
        if (next && next->at > now && (!soonest || next->at < *soonest)) soonest = next->at;
    }
    return soonest;
}

std::vector<Taken> inherited(const std::vector<Taken>& taken) {
    std::vector<Taken> steps;
    std::copy_if(taken.begin(), taken.end(), std::back_inserter(steps),
                 [](const Taken& one) { return one.step.action != Action::stop; });
    return steps;
}

}  // namespace dibs::violation
