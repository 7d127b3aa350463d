// Process -> person -> booking: who is where they should not be.
#include "domain/violation.hpp"

#include "domain/overloaded.hpp"

#include <set>

namespace dibs::violation {
namespace {

using Meeting = std::pair<ProcessId, ReservationId>;

constexpr std::size_t longest_reason = 500;

// The bookings of others that this process runs into now: on its GPU, or on one it shares silicon
// with. Usually none or one.
std::vector<const reservation::Held*> intruded(const Surroundings& around,
                                               const fleet::Process& process, Instant now) {
    const auto person = people::by_unix_name(around.people, process.unix_name);
    std::vector<const reservation::Held*> found;
    for (const GpuId gpu : fleet::sharing_silicon(around.fleet, process.gpu)) {
        const auto* held = reservation::holder(around.reservations, gpu, now);
        if (held && held->booking.owner != person) found.push_back(held);
    }
    return found;
}

// An id that the same facts always give: the moment, then parts of both ids. The domain has no
// random numbers, and needs none here.
ViolationId id_of(const Meeting& meeting, Instant now) {
    ViolationId id;
    auto ms = static_cast<std::uint64_t>(unix_ms(now));
    for (std::size_t i = 6; i-- > 0; ms >>= 8U) id.uuid[i] = static_cast<std::uint8_t>(ms & 255U);
    for (std::size_t i = 6; i < id.uuid.size(); ++i) {
        id.uuid[i] = meeting.first.uuid[i] ^ meeting.second.uuid[(i * 7 + 3) % 10 + 6];
    }
    id.uuid[6] = static_cast<std::uint8_t>((id.uuid[6] & 0x0FU) | 0x70U);  // UUID version 7
    id.uuid[8] = static_cast<std::uint8_t>((id.uuid[8] & 0x3FU) | 0x80U);  // RFC 9562 variant
    return id;
}

}  // namespace

State evolve(State state, const Event& event) {
    std::visit(overloaded{
                   [&](const Opened& e) {
                       state.open[e.id] = Open{e};
                       state.by_meeting[{e.process, e.reservation}] = e.id;
                   },
                   [&](const Excused& e) { state.open.at(e.id).excused = true; },
                   [&](const Closed& e) {
                       const auto& opened = state.open.at(e.id).opened;
                       state.by_meeting.erase({opened.process, opened.reservation});
                       state.open.erase(e.id);
                   },
               },
               event);
    return state;
}

std::vector<Event> due(const State& state, const Surroundings& around, Instant now) {
    std::vector<Event> events;
    std::set<Meeting> meetings;
    for (const auto& [id, process] : around.fleet.processes) {
        for (const auto* held : intruded(around, process, now)) {
            const Meeting meeting{id, held->booking.id};
            if (!meetings.insert(meeting).second || state.by_meeting.contains(meeting)) continue;
            events.emplace_back(
                Opened{id_of(meeting, now), id, process.gpu, held->booking.id, process.unix_name});
        }
    }
    for (const auto& [meeting, id] : state.by_meeting) {
        if (!meetings.contains(meeting)) events.emplace_back(Closed{id});
    }
    return events;
}

Result<std::vector<Event>> decide(const State& state, const Surroundings& around,
                                  const Command& command, const Context& context) {
    const auto& excuse = std::get<Excuse>(command);
    const auto found = state.open.find(excuse.id);
    if (found == state.open.end()) {
        return refuse(Code::not_found, "id", "There is no such open violation.");
    }
    const auto held = around.reservations.all.find(found->second.opened.reservation);
    const bool owner = held != around.reservations.all.end() &&
                       context.actor == held->second.booking.owner &&
                       context.scopes.has(Scope::book);
    if (!owner && !people::is_admin(around.people, context)) {
        return refuse(Code::not_allowed, "",
                      "Only the holder of the slot or an admin excuses a violation.");
    }
    if (excuse.reason.size() > longest_reason) {
        return refuse(Code::out_of_range, "reason", "A reason has at most 500 bytes.");
    }
    if (found->second.excused) return std::vector<Event>{};
    return std::vector<Event>{Excused{excuse.id, excuse.reason}};
}

}  // namespace dibs::violation
