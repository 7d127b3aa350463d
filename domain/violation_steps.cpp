// Groups from their members, then the steps that the protection of their booking allows.
#include "domain/violation_steps.hpp"

#include "domain/violation_look.hpp"
#include "domain/world.hpp"

#include <algorithm>

namespace dibs::violation {
namespace {

using enforcement::Action;
using enforcement::Protection;
using enforcement::Step;

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

const Taken* taken_of(const Open& open, const Step& step) {
    const auto found = std::find_if(open.taken.begin(), open.taken.end(),
                                    [&](const Taken& taken) { return taken.step == step; });
    return found == open.taken.end() ? nullptr : &*found;
}

// When the group took it last; none: never.
std::optional<Instant> last_taken(const Case& one, const Step& step) {
    std::optional<Instant> last;
    for (const auto* member : one.members) {
        if (const auto* taken = taken_of(*member, step)) last = std::max(last, {taken->at});
    }
    return last;
}

// Of whom it is still to be taken: of a step that tells, of all or of nobody.
std::vector<const Open*> outstanding(const Case& one, const Step& step) {
    if (step.action != Action::stop) {
        return last_taken(one, step) ? std::vector<const Open*>{} : one.members;
    }
    std::vector<const Open*> left;
    for (const auto* member : one.members) {
        if (!taken_of(*member, step)) left.push_back(member);
    }
    return left;
}

Protection protection_of(const World& world, const Case& one) {
    const auto& rules = world.rules.site;
    const auto id = one.members.front()->violation.reservation;
    const auto held = id ? world.reservations.all.find(*id) : world.reservations.all.end();
    const bool asks = held != world.reservations.all.end() && held->second.booking.protection;
    if (!asks) return rules.usual_protection();
    return std::min(*held->second.booking.protection, rules.greatest_protection());
}

// Those that are for this group at all, in the order of time.
enforcement::Steps steps_for(const World& world, const Case& one) {
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

// The next step, of whom, and when its time comes.
struct Next {
    Step step;
    std::vector<const Open*> members;
    Instant at;
};
// `taken_now`: what was taken in this very look.
std::optional<Next> next_of(const Case& one, const enforcement::Steps& steps,
                            const std::vector<Step>& taken_now, Instant now) {
    std::optional<Step> before;
    std::optional<Instant> before_at;
    for (const auto& step : steps) {
        const bool just = std::find(taken_now.begin(), taken_now.end(), step) != taken_now.end();
        auto members = just ? std::vector<const Open*>{} : outstanding(one, step);
        if (!members.empty()) {
            Instant at = one.since + std::chrono::seconds{step.after_s};
            if (before_at) {
                at =
                    std::max(at, *before_at + std::chrono::seconds{step.after_s - before->after_s});
            }
            return Next{step, std::move(members), at};
        }
        before = step;
        before_at = just ? now : last_taken(one, step);
    }
    return std::nullopt;
}

// When a stop follows on this step, if any does.
std::optional<Instant> stop_after(const World& world, const Case& one,
                                  const enforcement::Steps& steps, const Step& step, Instant now) {
    if (world.rules.site.stopping() == enforcement::StopMode::dry_run) return std::nullopt;
    for (const auto& later : steps) {
        if (later.action != Action::stop || later <= step) continue;
        return std::max(one.since + std::chrono::seconds{later.after_s},
                        now + std::chrono::seconds{later.after_s - step.after_s});
    }
    return std::nullopt;
}

std::optional<Escalated> escalated(const World& world, const Next& next, Instant now) {
    Escalated event{{}, next.step, now, {}, {}};
    for (const auto* member : next.members) {
        if (!is_out_of_sight(world, member->violation.process)) {
            event.violations.push_back(member->violation);
        }
    }
    if (event.violations.empty()) return std::nullopt;
    if (next.step.action == Action::stop) event.stop_mode = world.rules.site.stopping();
    return event;
}

}  // namespace

std::vector<Event> steps_due(const World& world, const State& state, Instant now) {
    std::vector<Event> events;
    for (const auto& one : cases_of(state)) {
        const auto steps = steps_for(world, one);
        std::vector<Step> taken_now;
        for (auto next = next_of(one, steps, taken_now, now); next && next->at <= now;
             next = next_of(one, steps, taken_now, now)) {
            auto event = escalated(world, *next, now);
            if (!event) break;
            event->stops_at = stop_after(world, one, steps, next->step, now);
            events.emplace_back(*std::move(event));
            taken_now.push_back(next->step);
        }
    }
    return events;
}

std::optional<Instant> next_step(const World& world, Instant now) {
    std::optional<Instant> soonest;
    for (const auto& one : cases_of(world.violations)) {
        const auto next = next_of(one, steps_for(world, one), {}, now);
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
