// Applies the events of reservations to the state, and finds the holder of a GPU at a time.
#include "domain/kernel/overloaded.hpp"
#include "domain/reservation/reminder_rules.hpp"

#include <map>

namespace dibs::reservation {
namespace {

std::vector<Stay> stays_of(const Booking& booking) {
    return reservation::stays_of(booking.gpus, booking.when, booking.moves);
}

void release_slot(State& state, const Held& held) {
    for (const auto& stay : stays_of(held.booking)) {
        if (!state.live.contains(stay.gpu)) continue;
        auto& timeline = state.live.own(stay.gpu);
        timeline.erase(stay.when.until);
        if (timeline.empty()) state.live.erase(stay.gpu);
    }
}

void hold_slot(State& state, const Booking& booking) {
    for (const auto& stay : stays_of(booking)) {
        state.live[stay.gpu][stay.when.until] = booking.id;
    }
}

void stop_waiting(State& state, Held& held) {
    if (held.held_until) state.waiting.erase({*held.held_until, held.booking.id});
    held.held_until.reset();
}

void reshape(State& state, const Booking& booking, Ending ending = Ending::none) {
    auto& held = state.all.own(booking.id);
    if (holds_time(held.ending)) release_slot(state, held);
    if (ending != Ending::pending) stop_waiting(state, held);
    held.booking = booking;
    held.ending = ending;
    ++held.version;
    hold_slot(state, booking);
}

void evolve_requested(State& state, const Requested& e) {
    const auto id = e.booking.id;
    if (state.all.contains(id)) {
        reshape(state, e.booking, Ending::pending);
    } else {
        state.all[id] = Held{e.booking, 1, Ending::pending};
        state.by_owner[e.booking.owner].insert(id);
        hold_slot(state, e.booking);
    }
    state.all.own(id).held_until = e.held_until;
    state.waiting.insert({e.held_until, id});
}

void evolve_changed(State& state, const Changed& e) {
    const bool pending = state.all.at(e.booking.id).ending == Ending::pending;
    reshape(state, e.booking, pending ? Ending::pending : Ending::none);
}

void evolve_approved(State& state, const Approved& e) {
    reshape(state, e.booking);
    state.all.own(e.booking.id).approved = true;
}

void let_go(State& state, ReservationId id, Ending ending) {
    auto& held = state.all.own(id);
    if (holds_time(held.ending)) release_slot(state, held);
    stop_waiting(state, held);
    held.idle.reset();
    held.ending = ending;
    ++held.version;
}

void evolve_released(State& state, const Released& e) {
    auto& held = state.all.own(e.id);
    release_slot(state, held);
    held.booking.when.until = e.at;
    held.idle.reset();
    held.ending = Ending::released;
    ++held.version;
    if (held.booking.when.length() > Duration::zero()) hold_slot(state, held.booking);
}

}  // namespace

std::vector<Stay> stays_of(const std::vector<GpuId>& gpus, const Interval& when,
                           const std::optional<Moves>& moves) {
    std::map<GpuId, Instant> joined;
    const auto since = [&](GpuId gpu) {
        const auto at = joined.find(gpu);
        return at == joined.end() ? when.from : at->second;
    };
    std::vector<Stay> stays;
    const auto add = [&](GpuId gpu, Instant until) {
        if (since(gpu) < until) stays.push_back({gpu, {since(gpu), until}});
    };
    for (const auto& move : moves.value_or(Moves{})) {
        add(move.from, move.at);
        joined[move.to] = move.at;
    }
    for (const GpuId gpu : gpus) add(gpu, when.until);
    return stays;
}

const Held* current_or_next(const State& state, GpuId gpu, Instant at) {
    const auto timeline = state.live.find(gpu);
    if (timeline == state.live.end()) return nullptr;
    const auto next = timeline->second.upper_bound(at);
    return next == timeline->second.end() ? nullptr : &state.all.at(next->second);
}

const Held* holder(const State& state, GpuId gpu, Instant at) {
    const auto* held = current_or_next(state, gpu, at);
    const bool theirs = held && held->ending != Ending::pending && held->booking.when.contains(at);
    return theirs ? held : nullptr;
}

std::optional<Instant> last_booking_end(const State& state, GpuId gpu, PersonId person,
                                        const Interval& within) {
    const auto timeline = state.live.find(gpu);
    if (timeline == state.live.end()) return std::nullopt;
    std::optional<Instant> left;
    auto at = timeline->second.upper_bound(within.from);
    for (; at != timeline->second.end() && at->first <= within.until; ++at) {
        const auto& held = state.all.at(at->second);
        if (held.booking.owner == person && held.ending != Ending::pending) left = at->first;
    }
    return left;
}

State evolve(State state, const Event& event) {
    visit(overloaded{
              [&](const Booked& e) {
                  state.all[e.booking.id] = Held{e.booking};
                  state.by_owner[e.booking.owner].insert(e.booking.id);
                  hold_slot(state, e.booking);
              },
              [&](const Changed& e) { evolve_changed(state, e); },
              [&](const Cancelled& e) { let_go(state, e.id, Ending::cancelled); },
              [&](const Released& e) { evolve_released(state, e); },
              [&](const Reinstated& e) { reshape(state, e.booking); },
              [&](const Suspended& e) { let_go(state, e.id, Ending::suspended); },
              [&](const Revived& e) { reshape(state, e.booking); },
              [&](const Requested& e) { evolve_requested(state, e); },
              [&](const Approved& e) { evolve_approved(state, e); },
              [&](const Declined& e) { let_go(state, e.id, Ending::declined); },
              [&](const Lapsed& e) { let_go(state, e.id, Ending::lapsed); },
              [&](const Idled& e) {
                  state.all.own(e.id).idle = Idle{e.kind, e.since, e.at, e.release_after_min, {}};
              },
              [&](const IdleTold& e) { take(state.all.own(e.id).idle, e); },
              [&](const Kept& e) {
                  auto& held = state.all.own(e.id);
                  held.idle.reset();
                  held.kept_until = e.until;
              },
              [&](const IdleEnded& e) { state.all.own(e.id).idle.reset(); },
              [](const Reminded&) {},  // see note_time
          },
          event);
    return state;
}

void restore(State& state, Held row) {
    const bool is_live = holds_time(row.ending) && row.booking.when.length() > Duration{};
    if (is_live) hold_slot(state, row.booking);
    const auto id = row.booking.id;
    state.by_owner[row.booking.owner].insert(id);
    if (row.held_until) state.waiting.insert({*row.held_until, id});
    add_upcoming(state, row);
    state.all[id] = std::move(row);
}

State forget(State state, Instant past) {
    std::vector<ReservationId> old;
    for (const auto& [id, held] : state.all) {
        if (held.booking.when.until < past) old.push_back(id);
    }
    for (const auto id : old) {
        auto& held = state.all.own(id);
        if (holds_time(held.ending)) release_slot(state, held);
        stop_waiting(state, held);
        remove_upcoming(state, id, held.booking.when);
        auto& of_owner = state.by_owner.own(held.booking.owner);
        of_owner.erase(id);
        if (of_owner.empty()) state.by_owner.erase(held.booking.owner);
        state.all.erase(id);
    }
    return state;
}

}  // namespace dibs::reservation
