// Process -> person -> booking: who is where they should not be.
#include "domain/violation.hpp"

#include "domain/overloaded.hpp"
#include "domain/text.hpp"
#include "domain/world.hpp"

#include <algorithm>

namespace dibs::violation {
namespace {

using rules::ViolationLevel;

constexpr LineLength reason_length{1, 500};

// What violates the rules now, by what it is about. Ids are given to what is new.
using Found = std::map<Key, Violation>;

void add(Found& found, Kind kind, const fleet::Process& process, GpuId gpu,
         const reservation::Booking* booking) {
    std::optional<ReservationId> reservation;
    std::optional<PersonId> owner;
    if (booking) {
        reservation = booking->id;
        owner = booking->owner;
    }
    auto& violation = found[Key{process.id, kind, reservation}];
    if (violation.gpus.empty()) {
        violation = {{},          kind,  process.id,         process.host,  {},
                     reservation, owner, *process.unix_name, process.person};
    }
    violation.gpus.push_back(gpu);
}

// The bookings this GPU's use counts against now: its own, or of a GPU it shares silicon with.
std::vector<const reservation::Booking*> bookings_on(const World& world, GpuId gpu, Instant now) {
    std::vector<const reservation::Booking*> found;
    for (const GpuId part : fleet::sharing_silicon(world.fleet, gpu)) {
        const auto* held = reservation::holder(world.reservations, part, now);
        if (held == nullptr) continue;
        const bool known = std::any_of(found.begin(), found.end(), [&](const auto* other) {
            return other->id == held->booking.id;
        });
        if (!known) found.push_back(&held->booking);
    }
    return found;
}

// What nobody can see has not ended: it stays open, and is shown as unknown.
bool is_out_of_sight(const World& world, const Key& key) {
    const auto process = world.fleet.processes.find(std::get<ProcessId>(key));
    return process != world.fleet.processes.end() &&
           fleet::is_out_of_sight(world.fleet, process->second);
}

Found look(const World& world, Instant now) {
    Found found;
    const ViolationLevel level = world.rules.site.violation_level;
    if (level == ViolationLevel::off) return found;
    for (const auto& [id, process] : world.fleet.processes) {
        if (!process.unix_name) continue;  // whose it is decides whether it is one
        if (fleet::is_out_of_sight(world.fleet, process)) continue;
        const auto person = people::by_unix_name(world.people, *process.unix_name);
        for (const GpuId gpu : process.gpus) {
            const auto& unknown = process.unknown_slice_gpus;
            if (std::find(unknown.begin(), unknown.end(), gpu) != unknown.end()) {
                continue;  // the slice may be its own
            }
            const auto bookings = bookings_on(world, gpu, now);
            for (const auto* booking : bookings) {
                if (booking->owner != person) add(found, Kind::intruder, process, gpu, booking);
            }
            if (bookings.empty() && level == ViolationLevel::always) {
                add(found, Kind::unbooked, process, gpu, nullptr);
            }
        }
    }
    return found;
}

// The excuses of the groups that have one.
std::map<Group, Excusal> excusals_of(const State& state) {
    std::map<Group, Excusal> excusals;
    for (const auto& [id, open] : state.open) {
        if (open.excusal) excusals.try_emplace(group_of(open.violation), *open.excusal);
    }
    return excusals;
}

// Who comes to an excused group is excused with it.
void open_one(std::vector<Event>& events, const std::map<Group, Excusal>& excusals,
              const Violation& violation) {
    events.emplace_back(Opened{violation});
    if (const auto excusal = excusals.find(group_of(violation)); excusal != excusals.end()) {
        events.emplace_back(Excused{violation, excusal->second.reason, excusal->second.by});
    }
}

// The violation, if it is open and this is for them to say.
Result<Violation> spoken_for(const World& world, ViolationId id, const Context& context) {
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
    const auto about = spoken_for(world, c.id, context);
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
    const auto about = spoken_for(world, c.id, context);
    if (!about) return tl::unexpected(about.error());
    std::vector<Event> events;
    for (const auto& [id, open] : world.violations.open) {
        if (!open.excusal || group_of(open.violation) != group_of(*about)) continue;
        events.emplace_back(ExcuseWithdrawn{open.violation});
    }
    return events;
}

}  // namespace

Group group_of(const Violation& violation) {
    const auto host = violation.reservation ? std::nullopt : std::optional(violation.host);
    return {violation.kind, violation.reservation, host, violation.unix_name};
}

void restore(State& state, Open row) {
    const auto& v = row.violation;
    const auto id = v.id;
    state.by_key[{v.process, v.kind, v.reservation}] = id;
    state.open.insert_or_assign(id, std::move(row));
}

State evolve(State state, const Event& event) {
    std::visit(
        overloaded{
            [&](const Opened& e) { restore(state, Open{e.violation}); },
            [&](const GpusChanged& e) { state.open.at(e.violation.id).violation = e.violation; },
            [&](const Excused& e) {
                state.open.at(e.violation.id).excusal = Excusal{e.by, e.reason};
            },
            [&](const ExcuseWithdrawn& e) { state.open.at(e.violation.id).excusal.reset(); },
            [&](const Closed& e) {
                const auto& v = e.violation;
                state.by_key.erase({v.process, v.kind, v.reservation});
                state.open.erase(v.id);
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
            open_one(events, excusals, violation);
        } else if (state.open.at(known->second).violation.gpus != violation.gpus) {
            violation.id = known->second;
            events.emplace_back(GpusChanged{std::move(violation)});
        }
    }
    for (const auto& [key, id] : state.by_key) {
        if (!found.contains(key) && !is_out_of_sight(world, key))
            events.emplace_back(Closed{state.open.at(id).violation});
    }
    return events;
}

std::optional<Instant> Aggregate::next_due(const World& world, Instant now) {
    std::optional<Instant> next;
    const auto consider = [&](Instant at) {
        if (at > now && (!next || at < *next)) next = at;
    };
    for (const auto& [id, process] : world.fleet.processes) {
        for (const GpuId gpu : process.gpus) {
            for (const GpuId part : fleet::sharing_silicon(world.fleet, gpu)) {
                const auto* held = reservation::current_or_next(world.reservations, part, now);
                if (held == nullptr) continue;
                consider(held->booking.when.from);
                consider(held->booking.when.until);
            }
        }
    }
    return next;
}

Result<std::vector<Event>> decide(const World& world, const Command& command,
                                  const Context& context) {
    return std::visit([&](const auto& c) { return decide_on(world, c, context); }, command);
}

}  // namespace dibs::violation
