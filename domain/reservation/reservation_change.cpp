// Decides on changes of a booking, and which rules the change must pass. A running booking can
// change only its end, its title, its project, and unusable GPUs.
#include "domain/reservation/approval.hpp"
#include "domain/reservation/reservation_checks.hpp"

#include <algorithm>

namespace dibs::reservation {
namespace {

using Events = Result<std::vector<Event>>;

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

// A change that takes no more than before must pass no quota and needs no new approval. Limits and
// grants may have changed since the booking.
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
        "Changed so it would need approval: cancel it and book again, which asks for it."};
}

Objection check_pending_change(const Held& held, const Booking& after) {
    if (held.ending != Ending::pending) return std::nullopt;
    if (after.gpus == held.booking.gpus && after.when == held.booking.when) return std::nullopt;
    return Refusal{Code::not_ready, "",
                   "It waits for approval as it is: cancel it and book again."};
}

Booking changed(const Booking& before, const Change& c) {
    Booking after = before;
    if (c.gpus) after.gpus = sorted(*c.gpus);
    if (c.from) after.when.from = *c.from;
    if (c.until) after.when.until = *c.until;
    if (c.title) after.title = *c.title;
    if (c.protection) after.protection = *c.protection;
    if (c.project) after.project = *c.project;
    return after;
}

// The new part of a running booking is in the future.
Booking ahead(Booking booking, Instant now) {
    booking.when.from = std::max(booking.when.from, now);
    return booking;
}

// Records each replaced GPU, its replacement, and the time.
void note_moves(const Booking& before, Booking& after, Instant now) {
    const auto left = without(before.gpus, after.gpus);
    const auto joined = without(after.gpus, before.gpus);
    if (left.empty() || left.size() != joined.size()) return;
    if (!after.moves) after.moves.emplace();
    for (std::size_t i = 0; i < left.size(); ++i) {
        after.moves->push_back({left[i], joined[i], now});
    }
}

// Only the new part needs a grant. For a running booking that is the time added to its end, and the
// replacement GPUs.
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

}  // namespace

// A valid change of a suspended booking makes it hold its GPUs again.
Result<std::vector<Event>> decide_change(const World& world, const Held& held, const Change& c,
                                         const Context& context) {
    const Booking& before = held.booking;
    Booking after = changed(before, c);
    const auto bounds = bounds_in(world, after, &held, context.now);
    auto objection =
        all_of([&] { return check_title(after.title.value); },
               [&] { return check_project(after.project); },
               [&]() -> Objection {
                   if (after.protection == before.protection) return std::nullopt;
                   return check_protection(after.protection, world);
               },
               [&] { return check_new_time(held, after, world, bounds, context.now); });
    if (!objection) objection = check_pending_change(held, after);
    if (!objection && held.ending == Ending::pending) {
        return changed_to(after, held, world);
    }
    if (objection) return tl::unexpected(*objection);
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

}  // namespace dibs::reservation
