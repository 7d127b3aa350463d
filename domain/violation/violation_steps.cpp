// Groups the open violations, then takes the steps that the protection of their booking allows.
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

// The open violations of a group without an excuse.
struct Case {
    std::vector<const Open*> members{};
    Instant since{};
};

std::vector<Case> cases_of(const State& state) {
    std::map<Group, Case> cases;
    for (const auto& [id, open] : state.open) {
        if (open.excusal) continue;
        auto& one = cases[group_of(open.violation)];
        const auto since = open.steps.since;
        one.since = one.members.empty() ? since : std::min(one.since, since);
        one.members.push_back(&open);
    }
    std::vector<Case> all;
    for (auto& [group, one] : cases) all.push_back(std::move(one));
    return all;
}

// The last time the group took it. Nothing if it never did.
std::optional<Instant> last_taken(const Case& one, const Steps& steps, const Step& step) {
    std::optional<Instant> last;
    for (const auto* member : one.members) {
        if (const auto* taken = find_taken_by_rules(member->steps, steps, step))
            last = std::max(last, {taken->at});
    }
    return last;
}

// False if a container's starter is unknown: the person of the account would know nothing about it.
bool can_notify_people(const Case& one) {
    return !one.members.front()->violation.starter_unknown.value_or(false);
}

// The same for the group: the first notification of a member is enough.
std::optional<Instant> warned_until(const Case& one, StopMode mode) {
    std::optional<Instant> first;
    if (!can_notify_people(one)) return first;
    for (const auto* member : one.members) {
        const auto until = warned_until(member->steps, mode);
        if (until) first = first ? std::min(*first, *until) : *until;
    }
    return first;
}

bool has_outcome(const Case& one, const Steps& steps, const Step& step) {
    return std::any_of(one.members.begin(), one.members.end(), [&](const Open* member) {
        const auto* taken = find_taken_by_rules(member->steps, steps, step);
        return taken != nullptr && taken->outcome.has_value();
    });
}

bool is_on_its_way(const Case& one, const Steps& steps, const Step& step) {
    return std::any_of(one.members.begin(), one.members.end(), [&](const Open* member) {
        const auto* taken = find_taken_by_rules(member->steps, steps, step);
        return taken != nullptr && !taken->outcome;
    });
}

// True if the step succeeded without announcing a stop, and the people do not know of the next
// stop. Happens once: processes out of sight keep their earlier notification.
bool must_notify_again(const Case& one, const Steps& steps, const Step& step, StopMode mode) {
    if (!tells_person(step.action) || !can_notify_people(one)) return false;
    if (mode == StopMode::dry_run || warned_until(one, mode)) return false;
    const bool stops = std::any_of(steps.begin(), steps.end(), [&](const Step& other) {
        return step < other && other.action == Action::stop;
    });
    bool came_without = false;
    for (const auto* member : one.members) {
        const auto* taken = find_taken_by_rules(member->steps, steps, step);
        if (taken == nullptr) continue;
        if (taken->stops_at) return false;  // the announcement reached this member
        came_without = came_without || taken->outcome == Outcome::done;
    }
    return stops && came_without;
}

// True if a step that notifies before this stop may still succeed.
bool may_be_notified(const Case& one, const Steps& steps, const Step& stop, StopMode mode) {
    if (!can_notify_people(one)) return false;
    return std::any_of(steps.begin(), steps.end(), [&](const Step& step) {
        return step < stop && tells_person(step.action) &&
               (!has_outcome(one, steps, step) || is_on_its_way(one, steps, step) ||
                must_notify_again(one, steps, step, mode));
    });
}

// The members that still need the step. A step that notifies concerns all members or none. A held
// stop stays held until the people are notified.
std::vector<const Open*> outstanding(const Case& one, const Steps& steps, const Step& step,
                                     StopMode mode) {
    if (step.action != Action::stop) {
        const bool again = must_notify_again(one, steps, step, mode);
        return last_taken(one, steps, step) && !again ? std::vector<const Open*>{} : one.members;
    }
    const bool told = warned_until(one, mode).has_value();
    std::vector<const Open*> left;
    for (const auto* member : one.members) {
        const auto& its = member->steps;
        const bool again = was_dry_run(its, step, mode) || (told && is_held(its, step));
        if (!find_taken(its, step) || again) left.push_back(member);
    }
    return left;
}

// The protection that applies. For a container of unknown starter, who may be the booking's owner,
// the level is `shown`, unless the booking requests more.
Protection protection_of(const World& world, const Case& one) {
    const auto id = one.members.front()->violation.reservation;
    const auto held = id ? world.reservations.all.find(*id) : world.reservations.all.end();
    const bool is_held = held != world.reservations.all.end();
    const auto asked = is_held ? held->second.booking.protection : std::nullopt;
    if (!asked && !can_notify_people(one)) return Protection::shown;
    return protection_by(world.rules.site, asked);
}

// The steps that apply to this group, in order of time.
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

// The next step, its members, and its time. A stop needs a successful notification. While one may
// still succeed, the stop has no time. If none can, the stop is held.
struct Next {
    Step step;
    std::vector<const Open*> members;
    Instant at;
    bool held = false;
};
// `taken_now`: the steps taken in this check.
std::optional<Next> next_of(const Case& one, const Steps& steps, StopMode mode,
                            const std::vector<Step>& taken_now, Instant now) {
    std::optional<Step> before;
    std::optional<Instant> before_at;
    const auto warned = warned_until(one, mode);
    for (const auto& step : steps) {
        const bool stops = step.action == Action::stop;
        if (stops && !warned && may_be_notified(one, steps, step, mode)) continue;
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

// The time of the stop that follows this step, if any. It is the earliest one, if this step is the
// notification. A held stop has no time, unless this step notifies the people and so ends the wait.
std::optional<Instant> stop_after(const World& world, const Case& one, const Steps& steps,
                                  const Step& step, Instant now) {
    const auto mode = world.rules.site.stopping();
    if (mode == StopMode::dry_run) return std::nullopt;
    const bool told = warned_until(one, mode).has_value();
    for (const auto& stop : steps) {
        if (stop.action != Action::stop) continue;
        const bool tells = told || (can_notify_people(one) && tells_person(step.action));
        if (stop <= step) {
            const bool waits =
                std::any_of(one.members.begin(), one.members.end(),
                            [&](const Open* member) { return is_held(member->steps, stop); });
            if (waits && tells) return now + least_notice;
            continue;
        }
        if (!tells && !may_be_notified(one, steps, stop, mode)) return std::nullopt;
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

std::vector<Event> Aggregate::SecondDue::due(const World& world, const Context& context) {
    const Instant now = context.now;
    std::vector<Event> events;
    for (const auto& one : cases_of(world.violations)) {
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

std::optional<Instant> Aggregate::SecondDue::next_due(const World& world, Instant now) {
    std::optional<Instant> soonest;
    for (const auto& one : cases_of(world.violations)) {
        const auto next = next_of(one, steps_for(world, one), world.rules.site.stopping(), {}, now);
        if (next && next->at > now && (!soonest || next->at < *soonest)) soonest = next->at;
    }
    return soonest;
}

}  // namespace dibs::violation
