// Decides on bookings that wait for approval: approve, decline, and lapse without an answer.
#include "domain/reservation/approval.hpp"

#include "domain/kernel/text.hpp"
#include "domain/reservation/reminder_rules.hpp"
#include "domain/reservation/reservation_rules.hpp"
#include "domain/world/world.hpp"

#include <algorithm>

namespace dibs::reservation {
namespace {

constexpr LineLength decline_reason_length{1, 200};

std::vector<HostId> hosts_of(const World& world, const Booking& booking) {
    return fleet::hosts_of(world.fleet, booking.gpus);
}

std::optional<Refusal> check_waits(const Held& held, const Context& context) {
    if (held.ending == Ending::pending && held.booking.when.until > context.now) {
        return std::nullopt;
    }
    return Refusal{Code::not_ready, "", "It does not wait for approval."};
}

}  // namespace

bool rests_on_approval(const Booking& booking, const Rights& rights) {
    return missing(rights, booking.owner, booking.gpus, booking.when, Resting::without_approval)
        .has_value();
}

std::vector<Event> requested(const Booking& booking, const World& world, const Context& context) {
    const auto hosts = hosts_of(world, booking);
    const auto held_until =
        std::min(context.now + world.rules.site.approval_hold(), booking.when.until);
    std::vector<Event> events{Requested{booking, held_until, hosts}};
    if (people::is_admin(world.people, context)) events.emplace_back(Approved{booking, hosts});
    return events;
}

bool may_approve(const Booking& booking, const World& world, const Context& context) {
    if (people::is_admin(world.people, context)) return true;
    const auto actor = context.actor;
    if (!actor || actor == booking.owner || !context.scopes.has(Scope::book)) return false;
    const auto rights = rights_in(world, context);
    const grant::Approver approver{*actor, group::managed_by(world.groups, *actor)};
    return rests_on_approval(booking, rights) &&
           !missing(rights, booking.owner, booking.gpus, booking.when, Resting::without_approval,
                    &approver);
}

// If the start has passed, the booking starts now: no person used it before.
Result<std::vector<Event>> decide_approve(const World& world, const Held& held,
                                          const Context& context) {
    if (auto no = check_waits(held, context)) return tl::unexpected(*no);
    Booking booking = held.booking;
    booking.when.from = std::max(booking.when.from, context.now);
    const auto hosts = hosts_of(world, booking);
    return std::vector<Event>{Approved{std::move(booking), hosts}};
}

Result<std::vector<Event>> decide_decline(const World& world, const Held& held, const Decline& c,
                                          const Context& context) {
    if (auto no = check_waits(held, context)) return tl::unexpected(*no);
    auto reason = normal_line(c.reason.value, "reason", "A reason", decline_reason_length);
    if (!reason) return tl::unexpected(reason.error());
    const Booking& b = held.booking;
    return std::vector<Event>{Declined{b.id, b.owner, b.gpus, b.when, hosts_of(world, b),
                                       Personal<std::string>{*std::move(reason)}}};
}

std::vector<Event> Aggregate::due(const World& world, const Context& context) {
    auto events = due_reminders(world, context.now);
    for (const auto& [until, id] : world.reservations.waiting) {
        if (until > context.now) break;
        const Booking& b = world.reservations.all.at(id).booking;
        events.emplace_back(Lapsed{b.id, b.owner, b.gpus, b.when, hosts_of(world, b)});
    }
    return events;
}

std::optional<Instant> Aggregate::next_due(const World& world, Instant now) {
    const auto& waiting = world.reservations.waiting;
    auto next = next_reminder(world, now);
    if (waiting.empty()) return next;
    const auto lapses = waiting.begin()->first;
    return next ? std::min(*next, lapses) : lapses;
}

}  // namespace dibs::reservation
