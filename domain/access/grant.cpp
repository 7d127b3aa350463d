// Decides on grants: their people and GPUs, how they chain, and changes by admins.
#include "domain/access/grant.hpp"

#include "domain/access/grant_rules.hpp"
#include "domain/gpu/gpu_model.hpp"
#include "domain/kernel/overloaded.hpp"
#include "domain/world/world.hpp"

#include <algorithm>
#include <utility>

namespace dibs::grant {
namespace {

using Events = Result<std::vector<Event>>;

template <class T>
bool has(const std::vector<T>& ascending, const T& one) {
    return std::binary_search(ascending.begin(), ascending.end(), one);
}

bool reaches(const Grantees& to, const Asker& asker) {
    return to.everyone || has(to.people, asker.person) ||
           std::any_of(asker.groups.begin(), asker.groups.end(),
                       [&](GroupId group) { return has(to.groups, group); });
}

bool reaches(const Targets& what, const Place& place) {
    return what.everything || has(what.gpus, place.gpu) || has(what.hosts, place.host) ||
           (place.parent && has(what.gpus, *place.parent)) ||
           std::any_of(what.models.begin(), what.models.end(),
                       [&](const std::string& part) { return is_model(place.model, false, part); });
}

const WallClock* clock_of(const Grant& grant, const Zones* zones) {
    return zones && grant.zone ? zones->find(*grant.zone) : nullptr;
}

// The end of this grant's own coverage at `at`, if it covers `at`. An unknown zone covers nothing.
std::optional<Instant> covered_until(const Grant& grant, Instant at, Instant most,
                                     const Zones* zones) {
    if (grant.from && at < *grant.from) return std::nullopt;
    const Instant end = std::min(most, grant.until.value_or(most));
    if (end <= at) return std::nullopt;
    if (grant.windows.empty()) return end;
    const auto* clock = clock_of(grant, zones);
    if (!clock) return std::nullopt;
    std::optional<Instant> until;
    for (const auto& window : grant.windows) {
        const auto open = open_until(window, *clock, at);
        if (open && (!until || *until < *open)) until = open;
    }
    return until ? std::optional(std::min(end, *until)) : std::nullopt;
}

// The first moment after `after` at which this grant begins to cover, on its own.
std::optional<Instant> begins_after(const Grant& grant, Instant after, const Zones* zones) {
    const bool starts_later = grant.from && *grant.from > after;
    if (starts_later && covered_until(grant, *grant.from, Instant::max(), zones)) {
        return grant.from;
    }
    const auto* clock = clock_of(grant, zones);
    if (grant.windows.empty() || !clock) return std::nullopt;
    const Instant since = starts_later ? *grant.from : after;
    std::optional<Instant> first;
    for (const auto& window : grant.windows) {
        const auto opens = opens_after(window, *clock, since);
        if (opens && (!first || *opens < *first)) first = opens;
    }
    return first && (!grant.until || *first < *grant.until) ? first : std::nullopt;
}

template <class T>
bool has_all(const std::vector<T>& ascending, const std::vector<T>& others) {
    return std::includes(ascending.begin(), ascending.end(), others.begin(), others.end());
}

bool includes(const Grantees& wide, const Grantees& narrow) {
    if (wide.everyone || narrow.everyone) return wide.everyone;
    return has_all(wide.people, narrow.people) && has_all(wide.groups, narrow.groups);
}

bool includes(const Targets& wide, const Targets& narrow) {
    if (wide.everything || narrow.everything) return wide.everything;
    return has_all(wide.gpus, narrow.gpus) && has_all(wide.hosts, narrow.hosts) &&
           has_all(wide.models, narrow.models);
}

// Compares windows as they are written.
bool includes_time(const Grant& wide, const Grant& narrow) {
    const bool from = !wide.from || (narrow.from && *narrow.from >= *wide.from);
    const bool until = !wide.until || (narrow.until && *narrow.until <= *wide.until);
    const bool windows =
        wide.windows.empty() || (wide.windows == narrow.windows && wide.zone == narrow.zone);
    return from && until && windows;
}

tl::unexpected<Refusal> admins_only() {
    return refuse(Code::not_allowed, "", "Only an admin gives, changes and withdraws grants.");
}

Events decide_give(const World& world, const Give& c, const Context& context) {
    if (!people::is_admin(world.people, context)) return admins_only();
    const State& state = world.grants;
    if (state.all.contains(c.grant.id)) {
        return refuse(Code::already_exists, "id", "A grant has this id.");
    }
    if (state.all.size() >= most_grants) {
        return refuse(Code::not_ready, "", "There are 1,000 grants: withdraw one first.");
    }
    Grant grant = c.grant;
    if (auto no = check_grant(grant, nullptr, world, context)) return tl::unexpected(*no);
    return std::vector<Event>{Given{std::move(grant)}};
}

// Finds the grant for a command, with all checks.
Result<const Held*> held_for(const World& world, GrantId id, std::optional<Version> expected,
                             const Context& context) {
    if (!people::is_admin(world.people, context)) return admins_only();
    const auto found = world.grants.all.find(id);
    if (found == world.grants.all.end()) {
        return refuse(Code::not_found, "id", "There is no such grant.");
    }
    const Held& held = found->second;
    if (expected && *expected != held.version) {
        return refuse(Code::changed_meanwhile, "version",
                      "It is at version " + std::to_string(held.version) + " now.");
    }
    return &held;
}

Grant changed(const Grant& before, const Change& c) {
    Grant after = before;
    if (c.name) after.name = *c.name;
    if (c.to) after.to = *c.to;
    if (c.what) after.what = *c.what;
    if (c.from) after.from = *c.from;
    if (c.until) after.until = *c.until;
    if (c.zone) after.zone = *c.zone;
    if (c.windows) after.windows = *c.windows;
    if (c.approval) after.approval = *c.approval;
    return after;
}

Events decide_change(const World& world, const Change& c, const Context& context) {
    const auto held = held_for(world, c.id, c.expected, context);
    if (!held) return tl::unexpected(held.error());
    const Grant& before = (*held)->grant;
    Grant after = changed(before, c);
    if (auto no = check_grant(after, &before, world, context)) return tl::unexpected(*no);
    if (after == before) return std::vector<Event>{};
    return std::vector<Event>{Changed{std::move(after), before}};
}

Events decide_withdraw(const World& world, const Withdraw& c, const Context& context) {
    const auto held = held_for(world, c.id, c.expected, context);
    if (!held) return tl::unexpected(held.error());
    return std::vector<Event>{Withdrawn{(*held)->grant}};
}

}  // namespace

bool needs_approval(const Grant& grant, std::size_t gpus, Duration length) {
    if (!grant.approval) return false;
    const auto& above_gpus = grant.approval->above_gpus;
    const auto& above_min = grant.approval->above_min;
    if (!above_gpus && !above_min) return true;
    return (above_gpus && std::cmp_greater(gpus, *above_gpus)) ||
           (above_min && length > std::chrono::minutes{*above_min});
}

bool approves(const Approver& approver, const Grant& grant) {
    if (!grant.approval) return false;
    if (const auto& named = grant.approval->approvers) return has(*named, approver.person);
    return std::any_of(grant.to.groups.begin(), grant.to.groups.end(),
                       [&](GroupId group) { return has(approver.manages, group); });
}

bool includes(const Grant& wide, const Grant& narrow) {
    return includes(wide.to, narrow.to) && includes(wide.what, narrow.what) &&
           includes_time(wide, narrow) && (!wide.approval || wide.approval == narrow.approval);
}

Grant everyone_may_use_everything(GrantId id) {
    Grant grant{id, "Everyone may use everything", {}, {}};
    grant.to.everyone = true;
    grant.what.everything = true;
    return grant;
}

bool reaches(const Grant& grant, const Asker& asker, const Place& place) {
    return reaches(grant.to, asker) && reaches(grant.what, place);
}

Coverage cover(const Chosen& grants, const Interval& when, const Zones* zones) {
    Coverage far{when.from};
    for (bool further = true; further && far.until < when.until;) {
        further = false;
        const Instant at = far.until;
        for (const Grant* grant : grants) {
            const auto until = covered_until(*grant, at, when.until, zones);
            if (!until || *until <= far.until) continue;
            far = {*until, grant};
            further = true;
        }
    }
    return far;
}

std::optional<Instant> covers_again(const Chosen& grants, Instant after, Instant before,
                                    const Zones* zones) {
    std::optional<Instant> first;
    for (const Grant* grant : grants) {
        const auto begins = begins_after(*grant, after, zones);
        if (begins && *begins < before && (!first || *begins < *first)) first = begins;
    }
    return first;
}

State evolve(State state, const Event& event) {
    visit(overloaded{
              [&](const Given& e) { restore(state, Held{e.grant}); },
              [&](const Changed& e) {
                  auto& held = state.all.at(e.grant.id);
                  held.grant = e.grant;
                  ++held.version;
              },
              [&](const Withdrawn& e) { state.all.erase(e.grant.id); },
          },
          event);
    return state;
}

Result<std::vector<Event>> decide(const World& world, const Command& command,
                                  const Context& context) {
    return visit(overloaded{
                     [&](const Give& c) { return decide_give(world, c, context); },
                     [&](const Change& c) { return decide_change(world, c, context); },
                     [&](const Withdraw& c) { return decide_withdraw(world, c, context); },
                 },
                 command);
}

}  // namespace dibs::grant
