// Which rules apply to which command on a reservation. How its events change the state is in
// reservation_state.cpp.
#include "domain/reservation.hpp"

#include "domain/approval.hpp"
#include "domain/idle_decisions.hpp"
#include "domain/overloaded.hpp"
#include "domain/reservation_limits.hpp"
#include "domain/reservation_rules.hpp"
#include "domain/world.hpp"

#include <algorithm>

namespace dibs::reservation {
namespace {

using Events = Result<std::vector<Event>>;

// The first objection, if any.
template <class... Checks>
Objection first_of(Checks&&... checks) {
    Objection found;
    ((found = checks(), found.has_value()) || ...);
    return found;
}

// All that they object to: what one sends is mended at once.
template <class... Checks>
Objection all_of(Checks&&... checks) {
    Faults faults;
    const auto ask = [&](Objection found) {
        if (found) faults.add(*std::move(found));
    };
    (ask(checks()), ...);
    return faults.refusal();
}

std::vector<HostId> hosts_of(const World& world, const std::vector<GpuId>& gpus) {
    return fleet::hosts_of(world.fleet, gpus);
}

std::vector<GpuId> sorted(std::vector<GpuId> gpus) {
    std::sort(gpus.begin(), gpus.end());
    gpus.erase(std::unique(gpus.begin(), gpus.end()), gpus.end());
    return gpus;
}

Objection check_gpus(const std::vector<GpuId>& gpus, const World& world, const Bounds& bounds) {
    if (auto no = check_count(gpus.size(), bounds)) return no;
    return check_gpus(gpus, world);
}

Bounds bounds_in(const World& world, PersonId owner, Duration ahead) {
    return bounds_for(world.rules, world.groups, owner, ahead);
}

Objection check_quotas(const Booking& booking, const World& world, const Bounds& bounds) {
    return check_quotas(booking, world.reservations, world.groups, bounds);
}

Objection check_owner(PersonId owner, const World& world, const Context& context) {
    if (!people::find(world.people, owner)) {
        return Refusal{Code::unknown_person, "owner_id", "There is no such person."};
    }
    const bool own = context.actor == owner && context.scopes.has(Scope::book);
    if (own || people::is_admin(world.people, context)) return std::nullopt;
    return Refusal{Code::not_allowed, "owner_id", "Only an admin books for somebody else."};
}

// A start that is just over stays as it was asked for, so that a length is what was asked for too;
// but nobody gets what somebody else had, or was not granted, in that moment: then it is now.
void settle_start(Booking& booking, const World& world, const Context& context) {
    if (booking.when.from >= context.now) return;
    if (check_grants(booking, world, context) ||
        check_free(booking, world.fleet, world.reservations)) {
        booking.when.from = context.now;
    }
}

Events decide_book(const World& world, const Book& c, const Context& context) {
    Booking booking{c.id, c.owner, sorted(c.gpus), c.when, c.title, c.protection};
    const auto bounds = bounds_in(world, c.owner, c.when.from - context.now);
    auto objection =
        first_of([&] { return check_owner(c.owner, world, context); },
                 [&]() -> Objection {
                     if (!world.reservations.all.contains(c.id)) return std::nullopt;
                     return Refusal{Code::already_exists, "id", "A reservation has this id."};
                 },
                 [&] {
                     return all_of([&] { return check_title(booking.title.value); },
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

bool is_running(const Held& held, Instant now) {
    return held.ending == Ending::none && held.booking.when.from <= now;
}

// What is new of a running booking begins where it ended before.
Bounds bounds_of_change(const Held& held, const Booking& after, const World& world, Instant now) {
    const auto begins = is_running(held, now) ? held.booking.when.until : after.when.from;
    return bounds_in(world, after.owner, begins - now);
}

Objection check_new_time(const Held& held, const Booking& after, const World& world,
                         const Bounds& bounds, Instant now) {
    const Booking& before = held.booking;
    if (is_running(held, now)) {
        if (auto wrong = check_running_change(before, after, world, now)) return wrong;
        if (after.when.until <= before.when.until) return std::nullopt;  // shortened
        return check_length(after.when, bounds);
    }
    if (after.when == before.when && held.ending == Ending::none) return std::nullopt;
    if (auto wrong = check_length(after.when, bounds)) return wrong;
    return check_start(after.when, now, bounds);
}

// What takes no more than before is held to no quota and needs no new approval: limits and grants
// may have changed since.
bool takes_more(const Held& held, const Booking& after) {
    const Booking& before = held.booking;
    const bool within =
        before.when.from <= after.when.from && after.when.until <= before.when.until;
    return held.ending != Ending::none || !within ||
           !std::includes(before.gpus.begin(), before.gpus.end(), after.gpus.begin(),
                          after.gpus.end());
}

Objection check_no_approval(const Booking& after, const World& world, const Context& context) {
    if (people::is_admin(world.people, context)) return std::nullopt;
    if (!rests_on_approval(after, rights_in(world, context))) return std::nullopt;
    return Refusal{
        Code::needs_approval, "",
        "Changed so it would need approval: cancel it and book anew, which asks for it."};
}

Objection check_pending_change(const Held& held, const Booking& after) {
    if (held.ending != Ending::pending) return std::nullopt;
    if (after.gpus == held.booking.gpus && after.when == held.booking.when) return std::nullopt;
    return Refusal{Code::not_ready, "", "It waits for approval as it is: cancel it and book anew."};
}

Booking changed(const Booking& before, const Change& c) {
    Booking after = before;
    if (c.gpus) after.gpus = sorted(*c.gpus);
    if (c.from) after.when.from = *c.from;
    if (c.until) after.when.until = *c.until;
    if (c.title) after.title = *c.title;
    if (c.protection) after.protection = *c.protection;
    return after;
}

// What is new of a running booking lies ahead of it.
Booking ahead(Booking booking, Instant now) {
    booking.when.from = std::max(booking.when.from, now);
    return booking;
}

// Which GPU it gave up for which, and when.
void note_moves(const Booking& before, Booking& after, Instant now) {
    const auto left = without(before.gpus, after.gpus);
    const auto joined = without(after.gpus, before.gpus);
    if (left.empty() || left.size() != joined.size()) return;
    if (!after.moves) after.moves.emplace();
    for (std::size_t i = 0; i < left.size(); ++i) {
        after.moves->push_back({left[i], joined[i], now});
    }
}

// What it did not have before needs a grant: of what is running, what is added to its end, and the
// GPUs that it takes for others.
Objection check_new_grants(const Held& held, const Booking& after, const World& world,
                           const Context& context) {
    if (!is_running(held, context.now)) return check_grants(after, world, context);
    Booking added = after;
    added.gpus = without(after.gpus, held.booking.gpus);
    added.when.from = context.now;
    if (auto no = check_grants(added, world, context)) return no;
    added.gpus = after.gpus;
    added.when.from = held.booking.when.until;
    return added.when.from < added.when.until ? check_grants(added, world, context) : std::nullopt;
}

Events changed_to(const Booking& after, const Held& held, const World& world) {
    const Booking& before = held.booking;
    if (after == before && held.ending != Ending::suspended) return std::vector<Event>{};
    return std::vector<Event>{
        Changed{after, before.gpus, before.when, hosts_of(world, either(after.gpus, before.gpus))}};
}

// A suspended one that may be as it is changed to holds again.
Events decide_change(const World& world, const Held& held, const Change& c,
                     const Context& context) {
    const Booking& before = held.booking;
    Booking after = changed(before, c);
    const auto bounds = bounds_of_change(held, after, world, context.now);
    auto objection =
        all_of([&] { return check_title(after.title.value); },
               [&]() -> Objection {
                   if (after.protection == before.protection) return std::nullopt;
                   return check_protection(after.protection, world);
               },
               [&] { return check_new_time(held, after, world, bounds, context.now); });
    if (!objection) objection = check_pending_change(held, after);
    if (objection) return tl::unexpected(*objection);
    if (held.ending == Ending::pending) return changed_to(after, held, world);
    if (after.gpus != before.gpus) objection = check_gpus(after.gpus, world, bounds);
    if (objection) return tl::unexpected(*objection);
    if (!is_running(held, context.now)) settle_start(after, world, context);
    objection = first_of(
        [&] { return check_new_grants(held, after, world, context); },
        [&]() -> Objection {
            if (!takes_more(held, after)) return std::nullopt;
            if (auto no = check_quotas(after, world, bounds)) return no;
            return check_no_approval(after, world, context);
        },
        [&] { return check_free(ahead(after, context.now), world.fleet, world.reservations); },
        [&]() -> Objection {
            const auto from = std::max(after.when.from, context.now);
            if (after.when.from != before.when.from) {
                return check_usable(after.gpus, from, world, context.now);
            }
            return check_usable(without(after.gpus, before.gpus), from, world, context.now);
        });
    if (objection) return tl::unexpected(*objection);
    if (is_running(held, context.now)) note_moves(before, after, context.now);
    return changed_to(after, held, world);
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
        return refuse(Code::not_ready, "", "It is suspended and holds nothing: cancel it instead.");
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
    const auto bounds = bounds_in(world, booking.owner, booking.when.from - context.now);
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

// What every command on an existing reservation asks first; `check`: whether it is theirs to give.
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
    return std::visit(
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
