// Applies the rules of each command on a reservation. reservation_state.cpp applies the events to
// the state.
#include "domain/reservation/reservation.hpp"

#include "domain/kernel/overloaded.hpp"
#include "domain/reservation/approval.hpp"
#include "domain/reservation/idle_decisions.hpp"
#include "domain/reservation/reservation_checks.hpp"
#include "domain/world/world.hpp"

#include <algorithm>

namespace dibs::reservation {
namespace {

using Events = Result<std::vector<Event>>;

Objection check_owner(PersonId owner, const World& world, const Context& context) {
    if (!people::find(world.people, owner)) {
        return Refusal{Code::unknown_person, "owner_id", "There is no such person."};
    }
    const bool own = context.actor == owner && context.scopes.has(Scope::book);
    if (own || people::is_admin(world.people, context)) return std::nullopt;
    return Refusal{Code::not_allowed, "owner_id", "Only an admin books for somebody else."};
}

Events decide_book(const World& world, const Book& c, const Context& context) {
    Booking booking{c.id, c.owner, sorted(c.gpus), c.when, c.title, c.protection, {}, c.project};
    const auto bounds = bounds_in(world, booking, nullptr, context.now);
    auto objection =
        first_of([&] { return check_owner(c.owner, world, context); },
                 [&]() -> Objection {
                     if (!world.reservations.all.contains(c.id)) return std::nullopt;
                     return Refusal{Code::already_exists, "id", "A reservation has this id."};
                 },
                 [&] {
                     return all_of([&] { return check_title(booking.title.value); },
                                   [&] { return check_project(booking.project); },
                                   [&] { return check_protection(c.protection, world); },
                                   [&] { return check_length(c.when, bounds); },
                                   [&] { return check_start(c.when, context.now, bounds); },
                                   [&] { return check_gpus(booking.gpus, world, bounds); });
                 });
    if (objection) return tl::unexpected(*objection);
    settle_start(booking, world, context);
    objection =
        first_of([&] { return check_grants(booking, world, context); },
                 [&] { return check_quotas(booking, world, bounds); },
                 [&] { return check_free(booking, world.fleet, world.reservations); },
                 [&] { return check_usable(booking.gpus, booking.when.from, world, context.now); });
    if (objection) return tl::unexpected(*objection);
    if (rests_on_approval(booking, rights_in(world, context))) {
        return requested(booking, world, context);
    }
    return std::vector<Event>{Booked{booking, hosts_of(world, booking.gpus)}};
}

Released released(const World& world, const Booking& booking, Instant now) {
    return {booking.id,   booking.owner, booking.gpus,
            booking.when, now,           hosts_of(world, booking.gpus)};
}

Events decide_cancel(const World& world, const Held& held, const Cancel&, const Context& context) {
    const Booking& booking = held.booking;
    if (is_running(held, context.now)) {
        return std::vector<Event>{released(world, booking, context.now)};
    }
    return std::vector<Event>{Cancelled{booking.id, booking.owner, booking.gpus, booking.when,
                                        hosts_of(world, booking.gpus)}};
}

Events decide_release(const World& world, const Held& held, const Release&,
                      const Context& context) {
    if (held.ending == Ending::suspended) {
        return refuse(Code::not_ready, "",
                      "It is suspended, and its GPUs are not reserved: cancel it instead.");
    }
    if (held.ending == Ending::pending) {
        return refuse(Code::not_ready, "", "It waits for approval: cancel it instead.");
    }
    if (held.booking.when.from > context.now) {
        return refuse(Code::not_ready, "", "It has not begun: cancel it instead.");
    }
    return std::vector<Event>{released(world, held.booking, context.now)};
}

Events decide_reinstate(const World& world, const Held& held, const Context& context) {
    Booking booking = held.booking;
    if (booking.when.until <= context.now) {
        return refuse(Code::already_ended, "", "Its time is over.");
    }
    booking.when.from = std::max(booking.when.from, context.now);
    const auto bounds = bounds_in(world, booking, &held, context.now);
    const auto objection =
        first_of([&] { return check_length(held.booking.when, bounds); },
                 [&] { return check_gpus(booking.gpus, world, bounds); },
                 [&] { return check_grants(booking, world, context); },
                 [&] { return check_quotas(booking, world, bounds); },
                 [&] { return check_free(booking, world.fleet, world.reservations); },
                 [&] { return check_usable(booking.gpus, booking.when.from, world, context.now); });
    if (objection) return tl::unexpected(*objection);
    if (!held.approved && rests_on_approval(booking, rights_in(world, context))) {
        return requested(booking, world, context);
    }
    return std::vector<Event>{Reinstated{booking, hosts_of(world, booking.gpus)}};
}

// Finds the booking for a command, with all checks. `check` decides whether the actor may do it.
template <class Check>
Result<const Held*> held_for(const World& world, ReservationId id, std::optional<Version> expected,
                             const Context& context, const Check& check) {
    const auto found = world.reservations.all.find(id);
    if (found == world.reservations.all.end()) {
        return refuse(Code::not_found, "id", "There is no such reservation.");
    }
    const Held& held = found->second;
    if (auto no = check(held, world, context)) return tl::unexpected(*no);
    if (expected && *expected != held.version) {
        return refuse(Code::changed_meanwhile, "version",
                      "It is at version " + std::to_string(held.version) + " now.");
    }
    return &held;
}

Objection check_is_dibs(const Held&, const World&, const Context& context) {
    if (context.is_dibs()) return std::nullopt;
    return Refusal{Code::not_allowed, "", "Only Dibs reports what it saw and told."};
}

template <class C, class Decide>
Events decide_live(const World& world, const C& c, const Context& context,
                   const Decide& decide_it) {
    const auto held = held_for(world, c.id, c.expected, context, check_may_change);
    if (!held) return tl::unexpected(held.error());
    const auto ending = (*held)->ending;
    const bool open =
        ending == Ending::none || ending == Ending::suspended || ending == Ending::pending;
    if (!open || (*held)->booking.when.until <= context.now) {
        return refuse(Code::already_ended, "", "It has ended and never changes again.");
    }
    return decide_it(world, **held, c, context);
}

}  // namespace

std::vector<GpuId> either(const std::vector<GpuId>& a, const std::vector<GpuId>& b) {
    std::vector<GpuId> all;
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all));
    return all;
}

Result<std::vector<Event>> decide(const World& world, const Command& command,
                                  const Context& context) {
    return visit(
        overloaded{
            [&](const Book& c) { return decide_book(world, c, context); },
            [&](const Change& c) { return decide_live(world, c, context, decide_change); },
            [&](const Cancel& c) { return decide_live(world, c, context, decide_cancel); },
            [&](const Release& c) { return decide_live(world, c, context, decide_release); },
            [&](const Reinstate& c) -> Events {
                const auto held = held_for(world, c.id, c.expected, context, check_may_change);
                if (!held) return tl::unexpected(held.error());
                if ((*held)->ending != Ending::cancelled && (*held)->ending != Ending::suspended) {
                    return refuse(Code::not_ready, "",
                                  "Only one that is cancelled or suspended is reinstated.");
                }
                return decide_reinstate(world, **held, context);
            },
            [&](const Approve& c) -> Events {
                const auto held = held_for(world, c.id, c.expected, context, check_may_approve);
                if (!held) return tl::unexpected(held.error());
                return decide_approve(world, **held, context);
            },
            [&](const Decline& c) -> Events {
                const auto held = held_for(world, c.id, c.expected, context, check_may_approve);
                if (!held) return tl::unexpected(held.error());
                return decide_decline(world, **held, c, context);
            },
            [&](const Keep& c) -> Events {
                const auto held = held_for(world, c.id, c.expected, context, check_may_change);
                if (!held) return tl::unexpected(held.error());
                return decide_keep(world, **held, c, context);
            },
            [&](const ReportIdle& c) -> Events {
                const auto held = held_for(world, c.id, {}, context, check_is_dibs);
                if (!held) return tl::unexpected(held.error());
                return decide_idle(world, **held, c, context.now);
            },
            [&](const ReportInUse& c) -> Events {
                const auto held = held_for(world, c.id, {}, context, check_is_dibs);
                if (!held) return tl::unexpected(held.error());
                return decide_in_use(world, **held, context.now);
            },
            [&](const ReportTold& c) -> Events {
                const auto held = held_for(world, c.id, {}, context, check_is_dibs);
                if (!held) return tl::unexpected(held.error());
                return decide_told(world, **held, c, context.now);
            },
        },
        command);
}

}  // namespace dibs::reservation
