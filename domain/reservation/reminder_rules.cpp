// A reminder is due if its moment is after the last change of the start or end. Each booking keeps
// the time of that change, from the stamps of its facts.
#include "domain/reservation/reminder_rules.hpp"

#include "domain/kernel/overloaded.hpp"
#include "domain/world/world.hpp"

#include <algorithm>

namespace dibs::reservation {
namespace {

constexpr Duration longest_notice = std::chrono::minutes{people::longest_notice_min};

Instant moment_of(const Interval& when, Boundary boundary) {
    return boundary == Boundary::start ? when.from : when.until;
}

std::optional<Instant>& since_of(Unreminded& unreminded, Boundary boundary) {
    return boundary == Boundary::start ? unreminded.start_since : unreminded.end_since;
}

const Upcoming& upcoming(const State& state, Boundary boundary) {
    return boundary == Boundary::start ? state.starts : state.ends;
}

Duration notice_of(const World& world, PersonId owner, Boundary boundary) {
    const auto* person = people::find(world.people, owner);
    if (person == nullptr) return Duration::zero();
    const auto& chosen = person->preferences;
    return boundary == Boundary::start ? chosen.notice_of_start() : chosen.notice_of_end();
}

// Calls visit with each booking whose boundary comes within the longest notice, and with the time
// of its reminder. Returns the first boundary after that.
template <class Visit>
std::optional<Instant> each_reminder(const World& world, Boundary boundary, Instant now,
                                     const Visit& visit) {
    const auto& all = upcoming(world.reservations, boundary);
    auto one = all.lower_bound({now + shortest_notice, ReservationId{}});
    for (; one != all.end() && one->first <= now + longest_notice; ++one) {
        const auto found = world.reservations.all.find(one->second);
        if (found == world.reservations.all.end()) continue;
        const Held& held = found->second;
        if (moment_of(held.booking.when, boundary) != one->first) continue;
        const auto before = notice_of(world, held.booking.owner, boundary);
        if (const auto at = reminder_at(held, boundary, before)) visit(held, *at);
    }
    return one == all.end() ? std::nullopt : std::optional(one->first);
}

// The booking holds GPUs from now on, or holds them differently: updates its boundaries.
void note_hold_changed(State& state, const Booking& booking, const Interval& before, Instant at) {
    const auto found = state.all.find(booking.id);
    if (found == state.all.end() || found->second.ending != Ending::none) return;
    Held& held = state.all.own(booking.id);
    remove_upcoming(state, booking.id, before);
    if (!held.unreminded) held.unreminded = Unreminded{at, at};
    for (const auto boundary : {Boundary::start, Boundary::end}) {
        const bool moved = moment_of(booking.when, boundary) != moment_of(before, boundary);
        if (moved) since_of(*held.unreminded, boundary) = at;
    }
    add_upcoming(state, held);
}

// The booking holds no GPUs any more.
void note_hold_ended(State& state, ReservationId id, const Interval& when) {
    remove_upcoming(state, id, when);
    if (state.all.contains(id)) state.all.own(id).unreminded.reset();
}

void note_reminded(State& state, const Reminded& e) {
    remove_upcoming(state, e.id, e.when);
    const auto found = state.all.find(e.id);
    if (found == state.all.end() || !found->second.unreminded) return;
    Held& held = state.all.own(e.id);
    since_of(*held.unreminded, e.of).reset();
    add_upcoming(state, held);
}

}  // namespace

std::optional<Instant> reminder_at(const Held& held, Boundary boundary, Duration before) {
    if (before <= Duration::zero() || !held.unreminded || held.ending != Ending::none) {
        return std::nullopt;
    }
    const auto& when = held.booking.when;
    const auto& since =
        boundary == Boundary::start ? held.unreminded->start_since : held.unreminded->end_since;
    auto at = moment_of(when, boundary) - before;
    // The reminder of the end of a short booking is due at its start, not before.
    if (boundary == Boundary::end) at = std::max(at, when.from);
    return since && *since < at ? std::optional(at) : std::nullopt;
}

std::vector<Event> due_reminders(const World& world, Instant now) {
    std::vector<Event> events;
    for (const auto boundary : {Boundary::start, Boundary::end}) {
        each_reminder(world, boundary, now, [&](const Held& held, Instant at) {
            if (at > now) return;
            const Booking& b = held.booking;
            events.emplace_back(Reminded{b.id, b.owner, b.gpus, b.when,
                                         fleet::hosts_of(world.fleet, b.gpus), boundary, now});
        });
    }
    return events;
}

std::optional<Instant> next_reminder(const World& world, Instant now) {
    std::optional<Instant> next;
    const auto sooner = [&next](Instant at) { next = next ? std::min(*next, at) : at; };
    for (const auto boundary : {Boundary::start, Boundary::end}) {
        const auto beyond =
            each_reminder(world, boundary, now, [&](const Held&, Instant at) { sooner(at); });
        if (beyond) sooner(*beyond - longest_notice);
    }
    return next;
}

void add_upcoming(State& state, const Held& held) {
    if (!held.unreminded) return;
    const auto& b = held.booking;
    if (held.unreminded->start_since) state.starts.insert({b.when.from, b.id});
    if (held.unreminded->end_since) state.ends.insert({b.when.until, b.id});
}

void remove_upcoming(State& state, ReservationId id, const Interval& when) {
    state.starts.erase({when.from, id});
    state.ends.erase({when.until, id});
}

void note_time(State& state, const Event& event, Instant at) {
    visit(overloaded{
              [&](const Booked& e) { note_hold_changed(state, e.booking, {}, at); },
              [&](const Changed& e) { note_hold_changed(state, e.booking, e.when_before, at); },
              [&](const Reinstated& e) { note_hold_changed(state, e.booking, {}, at); },
              [&](const Revived& e) { note_hold_changed(state, e.booking, {}, at); },
              [&](const Approved& e) { note_hold_changed(state, e.booking, {}, at); },
              [&](const Cancelled& e) { note_hold_ended(state, e.id, e.when); },
              [&](const Released& e) { note_hold_ended(state, e.id, e.when); },
              [&](const Suspended& e) { note_hold_ended(state, e.id, e.when); },
              [&](const Reminded& e) { note_reminded(state, e); },
              [](const Requested&) {},
              [](const Declined&) {},
              [](const Lapsed&) {},
              [](const Idled&) {},
              [](const IdleTold&) {},
              [](const Kept&) {},
              [](const IdleEnded&) {},
          },
          event);
}

}  // namespace dibs::reservation
