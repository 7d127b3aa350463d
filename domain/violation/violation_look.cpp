// Checks all processes once. Cheap checks come first, since most processes are allowed.
#include "domain/violation/violation_look.hpp"

#include "domain/hold/hold.hpp"
#include "domain/world/world.hpp"

#include <algorithm>

namespace dibs::violation {
namespace {

using rules::ViolationLevel;

hold::Holds holds_in(const World& world) {
    return {world.reservations, world.fleet};
}

// The end of a booking of this person, on this GPU or a device that shares hardware with it, during
// which the process had started. The process has the grace period to end.
std::optional<Instant> grace_period_start(const World& world, const fleet::Process& process,
                                          GpuId gpu, PersonId person, Instant now) {
    const auto grace = world.rules.site.handover_grace();
    const auto left = hold::last_end(holds_in(world), gpu, person, {now - grace, now});
    return left && (!process.started || *process.started <= *left) ? left : std::nullopt;
}

// A process under check, with values that several checks need.
struct Suspect {
    const fleet::Process& process;
    // The person of its account, even if the account does not prove the starter. The process may
    // belong to that person.
    std::optional<PersonId> person;
    ViolationLevel level{};
};

Kind kind_of(const World& world, const Suspect& suspect, const hold::Hold* hold, Instant now) {
    if (!suspect.person || fleet::starter_unknown(suspect.process)) return Kind::unknown_person;
    if (hold::holds_on_host(holds_in(world), *suspect.person, suspect.process.host, now)) {
        return Kind::wrong_gpu;
    }
    return hold ? Kind::intruder : Kind::unbooked;
}

void add(Found& found, const World& world, const Suspect& suspect, GpuId gpu,
         const hold::Hold* hold, Instant now) {
    const auto& process = suspect.process;
    std::optional<ReservationId> reservation;
    std::optional<PersonId> owner;
    if (hold) {
        reservation = hold->booking;
        owner = hold->owner;
    }
    auto& violation = found[Key{process.id, reservation}];
    if (violation.gpus.empty()) {
        violation = {{},
                     kind_of(world, suspect, hold, now),
                     process.id,
                     process.host,
                     {},
                     reservation,
                     owner,
                     *process.unix_name,
                     process.person};
        if (fleet::starter_unknown(process)) {
            violation.person.reset();
            violation.starter_unknown = true;
        }
    }
    violation.gpus.push_back(gpu);
}

void look_at_gpu(Found& found, const World& world, const Suspect& suspect, GpuId gpu, Instant now) {
    const auto& unknown = suspect.process.unknown_slice_gpus;
    if (std::find(unknown.begin(), unknown.end(), gpu) != unknown.end()) {
        return;  // the slice may be its own
    }
    const auto holds = hold::overlapping_at(holds_in(world), gpu, now);
    const bool another = std::ranges::any_of(
        holds, [&](const hold::Hold& one) { return one.owner != suspect.person; });
    if (!another && !(holds.empty() && suspect.level == ViolationLevel::always)) return;
    if (suspect.person && grace_period_start(world, suspect.process, gpu, *suspect.person, now))
        return;
    for (const auto& one : holds) {
        if (one.owner != suspect.person) add(found, world, suspect, gpu, &one, now);
    }
    if (holds.empty()) add(found, world, suspect, gpu, nullptr, now);
}

bool is_ignored(const enforcement::Ignored& patterns, const fleet::Process& process) {
    return process.command_line &&
           enforcement::is_ignored(patterns, *process.unix_name, process.command_line->value);
}

bool nothing_counts(const World& world) {
    const auto& state = world.violations;
    return world.rules.site.violation_level == ViolationLevel::off && state.host_levels.empty() &&
           state.group_levels.empty();
}

}  // namespace

ViolationLevel level_for(const World& world, HostId host, std::optional<PersonId> person) {
    const auto& state = world.violations;
    std::optional<ViolationLevel> level;
    const auto consider = [&](ViolationLevel one) { level = level ? std::min(*level, one) : one; };
    if (person && !state.group_levels.empty()) {
        for (const GroupId group : group::groups_of(world.groups, *person)) {
            const auto theirs = state.group_levels.find(group);
            if (theirs != state.group_levels.end()) consider(theirs->second);
        }
    }
    const auto there = state.host_levels.find(host);
    if (there != state.host_levels.end()) consider(there->second);
    return level.value_or(world.rules.site.violation_level);
}

bool is_out_of_sight(const World& world, ProcessId process) {
    const auto found = world.fleet.processes.find(process);
    return found != world.fleet.processes.end() &&
           fleet::is_out_of_sight(world.fleet, found->second);
}

Found look(const World& world, Instant now) {
    Found found;
    if (nothing_counts(world)) return found;
    const auto ignored = world.rules.site.ignored();
    for (const auto& [id, process] : world.fleet.processes) {
        if (!process.unix_name) continue;  // without an account it cannot be judged
        if (fleet::is_out_of_sight(world.fleet, process)) continue;
        const auto person = people::by_unix_name(world.people, *process.unix_name);
        // The starter of a container chose its uid, so the group levels of that account do not
        // apply.
        const bool anybody = fleet::starter_unknown(process);
        const auto level = level_for(world, process.host, anybody ? std::nullopt : person);
        const Suspect suspect{process, person, level};
        if (level == ViolationLevel::off || is_ignored(ignored, process)) continue;
        for (const GpuId gpu : process.gpus) look_at_gpu(found, world, suspect, gpu, now);
    }
    return found;
}

std::optional<Instant> next_look(const World& world, Instant now) {
    std::optional<Instant> next;
    const auto consider = [&](Instant at) {
        if (at > now && (!next || at < *next)) next = at;
    };
    const auto grace = world.rules.site.handover_grace();
    for (const auto& [id, process] : world.fleet.processes) {
        const auto person = process.unix_name
                                ? people::by_unix_name(world.people, *process.unix_name)
                                : std::nullopt;
        for (const GpuId gpu : process.gpus) {
            if (const auto change = hold::next_change(holds_in(world), gpu, now)) consider(*change);
            if (!person) continue;
            const auto left = grace_period_start(world, process, gpu, *person, now);
            if (left) consider(*left + grace);
        }
    }
    return next;
}

}  // namespace dibs::violation
