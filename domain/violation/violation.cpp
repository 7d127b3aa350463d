// Finds the differences between violation_look's result and the open violations. Also decides on
// excuses, and on the levels of hosts and groups.
#include "domain/violation/violation.hpp"

#include "domain/kernel/overloaded.hpp"
#include "domain/kernel/text.hpp"
#include "domain/violation/violation_look.hpp"
#include "domain/world/world.hpp"

#include <algorithm>

namespace dibs::violation {
namespace {

constexpr LineLength reason_length{1, 500};

// The excuses of all excused groups.
std::map<Group, Excusal> excusals_of(const State& state) {
    std::map<Group, Excusal> excusals;
    for (const auto& [id, open] : state.open) {
        if (open.excusal) excusals.try_emplace(group_of(open.violation), *open.excusal);
    }
    return excusals;
}

// When the steps of its group began: the earliest open violation, or else the group's recent past.
Instant steps_since(const State& state, const Violation& violation, Instant now) {
    const auto group = group_of(violation);
    if (const auto open = state.by_group.find(group); open != state.by_group.end()) {
        Instant since = now;
        for (const auto id : open->second) since = std::min(since, state.open.at(id).steps.since);
        return since;
    }
    const auto left = state.left.find(group);
    const bool recent = left != state.left.end() && now < left->second.at + memory_of_left;
    return recent ? now - (left->second.at - left->second.steps.since) : now;
}

// A new violation in an excused group is excused too.
void open_one(std::vector<Event>& events, const std::map<Group, Excusal>& excusals,
              const Violation& violation, Instant since) {
    events.emplace_back(ViolationOpened{violation, since});
    if (const auto excusal = excusals.find(group_of(violation)); excusal != excusals.end()) {
        events.emplace_back(Excused{violation, excusal->second.reason, excusal->second.by});
    }
}

// The violation, if it is open and the actor may excuse it.
Result<Violation> excusable(const World& world, ViolationId id, const Context& context) {
    const auto found = world.violations.open.find(id);
    if (found == world.violations.open.end()) {
        return refuse(Code::not_found, "id", "There is no such open violation.");
    }
    const Violation& violation = found->second.violation;
    const bool owner =
        violation.owner && context.actor == violation.owner && context.scopes.has(Scope::book);
    if (!owner && !people::is_admin(world.people, context)) {
        return refuse(Code::not_allowed, "",
                      "Only the holder of the slot or an admin excuses a violation, or takes "
                      "that back.");
    }
    return violation;
}

Result<std::vector<Event>> decide_on(const World& world, const Excuse& c, const Context& context) {
    const auto about = excusable(world, c.id, context);
    if (!about) return tl::unexpected(about.error());
    const auto reason = normal_line(c.reason, "reason", "A reason", reason_length);
    if (!reason) return tl::unexpected(reason.error());
    std::vector<Event> events;
    for (const auto& [id, open] : world.violations.open) {
        if (open.excusal || group_of(open.violation) != group_of(*about)) continue;
        events.emplace_back(Excused{open.violation, *reason, context.actor});
    }
    return events;
}

Result<std::vector<Event>> decide_on(const World& world, const WithdrawExcuse& c,
                                     const Context& context) {
    const auto about = excusable(world, c.id, context);
    if (!about) return tl::unexpected(about.error());
    std::vector<Event> events;
    for (const auto& [id, open] : world.violations.open) {
        if (!open.excusal || group_of(open.violation) != group_of(*about)) continue;
        events.emplace_back(ExcuseWithdrawn{open.violation, context.now});
    }
    return events;
}

Result<std::vector<Event>> decide_on(const World& world, const SetLevel& c,
                                     const Context& context) {
    if (!people::is_admin(world.people, context)) {
        return refuse(Code::not_allowed, "", "Only an admin sets what counts as a violation.");
    }
    if (c.host.has_value() == c.group.has_value()) {
        return refuse(Code::malformed, "host_id", "A level is for a host or for a group.");
    }
    if (c.host && !world.fleet.hosts.contains(*c.host)) {
        return refuse(Code::unknown_host, "host_id", "There is no such host.");
    }
    if (c.group && group::find(world.groups, *c.group) == nullptr) {
        return refuse(Code::not_found, "group_id", "There is no such group.");
    }
    const auto level_in = [](const auto& levels, const auto& id) {
        const auto found = levels.find(id);
        return found == levels.end() ? std::nullopt : std::optional(found->second);
    };
    const auto before = c.host ? level_in(world.violations.host_levels, *c.host)
                               : level_in(world.violations.group_levels, *c.group);
    if (before == c.level) return std::vector<Event>{};
    auto name = c.host ? world.fleet.hosts.at(*c.host).enrolled.name
                       : group::find(world.groups, *c.group)->group.name;
    return std::vector<Event>{LevelSet{c.host, c.group, std::move(name), c.level, before}};
}

// Records the step as done, whatever the present state of the violation.
Result<std::vector<Event>> decide_on(const World&, const ReportStep& c, const Context& context) {
    if (!context.is_dibs()) return refuse(Code::not_allowed, "", "Only Dibs reports its steps.");
    if (c.violations.empty()) {
        return refuse(Code::malformed, "violations", "A step is about a violation.");
    }
    if (c.outcome == Outcome::skipped && !enforcement::is_mail(c.step.action)) {
        return refuse(Code::malformed, "outcome", "Only a mail is left out by how a site is set.");
    }
    if (c.outcome == Outcome::not_told) {
        return refuse(Code::malformed, "outcome", "That a stop is held is decided, not reported.");
    }
    return std::vector<Event>{
        Acted{c.violations, c.step, c.outcome, c.count, c.words, context.now, c.escalated_at}};
}

// --- applies the events to the state

template <class Id>
void set_level(std::map<Id, rules::ViolationLevel>& levels, const Id& id,
               std::optional<rules::ViolationLevel> level) {
    if (level) {
        levels[id] = *level;
    } else {
        levels.erase(id);
    }
}

// It inherits the steps of its open group, else those of the group's recent past.
StepState steps_of_opened(const State& state, const Violation& violation, Instant since) {
    const auto group = group_of(violation);
    if (const auto open = state.by_group.find(group); open != state.by_group.end()) {
        return inherit_steps(state.open.at(*open->second.begin()).steps, since);
    }
    const auto left = state.left.find(group);
    // Steps continue if the group ended less than `memory_of_left` before. Otherwise the violation
    // was opened after that was forgotten, and steps begin again.
    const bool goes_on = left != state.left.end() && since < left->second.at + memory_of_left;
    return goes_on ? inherit_steps(left->second.steps, since) : StepState{since, {}};
}

Subjects about_all(const std::vector<Violation>& violations) {
    Subjects subjects;
    for (const auto& violation : violations) {
        for (const auto& ref : violation.subjects().refs) subjects.add(ref);
    }
    return subjects;
}

void evolve_opened(State& state, const ViolationOpened& e) {
    const auto since = e.since.value_or(Instant{});
    Open open{e.violation, {}, steps_of_opened(state, e.violation, since)};
    state.left.erase(group_of(e.violation));
    restore(state, std::move(open));
}

void evolve_escalated(State& state, const Escalated& e) {
    for (const auto& violation : e.violations) record_step(state.open.at(violation.id).steps, e);
}

// A stop, held or not, concerns each process by itself. Other steps concern the group, including
// later members.
void evolve_acted(State& state, const Acted& e) {
    for (const auto& violation : e.violations) {
        if (e.step.action == enforcement::Action::stop) {
            const auto open = state.open.find(violation.id);
            if (open != state.open.end()) record_outcome(open->second.steps, e);
            continue;
        }
        const auto group = group_of(violation);
        if (const auto open = state.by_group.find(group); open != state.by_group.end()) {
            for (const auto id : open->second) record_outcome(state.open.at(id).steps, e);
        }
        const auto left = state.left.find(group);
        if (left != state.left.end()) record_outcome(left->second.steps, e);
    }
}

void evolve_excuse_withdrawn(State& state, const ExcuseWithdrawn& e) {
    auto& open = state.open.at(e.violation.id);
    open.excusal.reset();
    open.steps = {e.at.value_or(open.steps.since), {}};
}

void evolve_closed(State& state, const Closed& e) {
    const auto& v = e.violation;
    const auto found = state.open.find(v.id);
    auto open = std::move(found->second);
    state.by_key.erase(key_of(v));
    state.open.erase(found);
    const auto group = state.by_group.find(group_of(v));
    group->second.erase(v.id);
    const bool last = group->second.empty();
    if (last) state.by_group.erase(group);
    if (!e.at) return;
    std::erase_if(state.left,
                  [&](const auto& left) { return left.second.at + memory_of_left <= *e.at; });
    if (last && !open.excusal) {
        state.left[group_of(v)] = Left{v, *e.at, std::move(open.steps)};
    }
}

}  // namespace

Subjects Escalated::subjects() const {
    return about_all(violations);
}

Subjects Acted::subjects() const {
    return about_all(violations);
}

Group group_of(const Violation& violation) {
    const auto host = violation.reservation ? std::nullopt : std::optional(violation.host);
    return {violation.reservation, host, violation.unix_name,
            violation.starter_unknown.value_or(false)};
}

void restore(State& state, Open row) {
    const auto id = row.violation.id;
    state.by_key[key_of(row.violation)] = id;
    state.by_group[group_of(row.violation)].insert(id);
    state.open.insert_or_assign(id, std::move(row));
}

void restore(State& state, Left row) {
    auto group = group_of(row.violation);
    state.left.insert_or_assign(std::move(group), std::move(row));
}

State evolve(State state, const Event& event) {
    const auto now_is = [&](const Violation& v) { state.open.at(v.id).violation = v; };
    visit(overloaded{
              [&](const ViolationOpened& e) { evolve_opened(state, e); },
              [&](const GpusChanged& e) { now_is(e.violation); },
              [&](const KindChanged& e) { now_is(e.violation); },
              [&](const Escalated& e) { evolve_escalated(state, e); },
              [&](const Acted& e) { evolve_acted(state, e); },
              [&](const Excused& e) {
                  state.open.at(e.violation.id).excusal = Excusal{e.by, e.reason};
              },
              [&](const ExcuseWithdrawn& e) { evolve_excuse_withdrawn(state, e); },
              [&](const Closed& e) { evolve_closed(state, e); },
              [&](const LevelSet& e) {
                  if (e.host) set_level(state.host_levels, *e.host, e.level);
                  if (e.group) set_level(state.group_levels, *e.group, e.level);
              },
          },
          event);
    return state;
}

std::vector<Event> Aggregate::due(const World& world, const Context& context) {
    const auto& state = world.violations;
    std::vector<Event> events;
    auto found = look(world, context.now);
    const auto excusals = excusals_of(state);
    for (auto& [key, violation] : found) {
        const auto known = state.by_key.find(key);
        if (known == state.by_key.end()) {
            violation.id = context.fresh<ViolationId>();
            open_one(events, excusals, violation, steps_since(state, violation, context.now));
            continue;
        }
        const auto before = state.open.at(known->second).violation;
        violation.id = known->second;
        if (before.kind != violation.kind) {
            events.emplace_back(KindChanged{violation, before.kind});
        }
        if (before.gpus != violation.gpus) events.emplace_back(GpusChanged{violation});
    }
    for (const auto& [key, id] : state.by_key) {
        if (!found.contains(key) && !is_out_of_sight(world, key.first)) {
            events.emplace_back(Closed{state.open.at(id).violation, context.now});
        }
    }
    return events;
}

std::optional<Instant> Aggregate::next_due(const World& world, Instant now) {
    return next_look(world, now);
}

Result<std::vector<Event>> decide(const World& world, const Command& command,
                                  const Context& context) {
    return visit([&](const auto& c) { return decide_on(world, c, context); }, command);
}

}  // namespace dibs::violation
