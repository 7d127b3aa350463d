// Works in two steps: first the effects on memberships and grants, then the effects of all that on
// bookings. A started booking continues: no rule takes away running work, an admin releases it.
#include "domain/world/consequences.hpp"

#include "domain/access/rights.hpp"
#include "domain/budget/budget_rules.hpp"
#include "domain/kernel/overloaded.hpp"
#include "domain/reservation/approval.hpp"
#include "domain/reservation/reservation_checks.hpp"
#include "domain/world/world.hpp"

#include <algorithm>
#include <array>

namespace dibs {
namespace {

using EventList = std::vector<Event>;
using reservation::Booking;
using reservation::Ending;

void join_as_newcomer(const World& world, PersonId person, EventList& out) {
    for (const auto& [id, held] : world.groups.all) {
        if (!held.group.newcomers) continue;
        const group::Joined joined{id, person, false, held.group.name, {}};
        out.emplace_back(group::Event{joined});
    }
}

void leave_groups(const World& world, PersonId person, EventList& out) {
    for (const GroupId id : group::groups_of(world.groups, person)) {
        const auto& name = world.groups.all.at(id).group.name;
        const group::Left left{id, person, name};
        out.emplace_back(group::Event{left});
    }
    for (const auto& [id, held] : world.groups.all) {
        const auto* open = group::invitation(held, person);
        if (!open) continue;
        const group::InvitationWithdrawn withdrawn{id, person, open->by, held.group.name};
        out.emplace_back(group::Event{withdrawn});
    }
}

// Removes from every grant what `drop` removes. A grant may end up without any grantee.
template <class Drop>
void leave_grants(const World& world, const Drop& drop, EventList& out) {
    for (const auto& [id, held] : world.grants.all) {
        grant::Grant after = held.grant;
        drop(after);
        if (after == held.grant) continue;
        out.emplace_back(grant::Event{grant::Changed{std::move(after), held.grant}});
    }
}
void leave_grants(const World& world, PersonId person, EventList& out) {
    const auto drop = [&](grant::Grant& grant) {
        std::erase(grant.to.people, person);
        if (grant.approval && grant.approval->approvers) {
            std::erase(*grant.approval->approvers, person);
        }
    };
    leave_grants(world, drop, out);
}
void leave_grants(const World& world, GroupId group, EventList& out) {
    const auto drop = [&](grant::Grant& grant) { std::erase(grant.to.groups, group); };
    leave_grants(world, drop, out);
}

void give_back_bookings(const World& world, PersonId person, Instant now, EventList& out) {
    for (const auto& [id, held] : world.reservations.all) {
        const Booking& b = held.booking;
        const bool over = held.ending == Ending::cancelled || b.when.until <= now;
        if (b.owner != person || over) continue;
        const auto hosts = fleet::hosts_of(world.fleet, b.gpus);
        if (held.ending == Ending::none && b.when.from <= now) {
            out.emplace_back(reservation::Event{
                reservation::Released{b.id, b.owner, b.gpus, b.when, now, hosts}});
        } else if (held.ending != Ending::released) {
            out.emplace_back(
                reservation::Event{reservation::Cancelled{b.id, b.owner, b.gpus, b.when, hosts}});
        }
    }
}

void remove_boards(const World& world, PersonId person, EventList& out) {
    for (const auto& [id, held] : world.boards.all) {
        if (held.board.owner != person || held.board.shared) continue;
        out.emplace_back(board::Event{board::Removed{id, person, false}});
    }
}

void remove_budgets(const World& world, const group::Removed& e, EventList& out) {
    for (const auto& [id, held] : world.budgets.all) {
        if (held.budget.group != e.id) continue;
        out.emplace_back(budget::Event{budget::Removed{held.budget, e.name}});
    }
}

// Closes the feeds that `reason` returns true for.
template <class Reason>
void close_feeds(const World& world, const Reason& reason, EventList& out) {
    for (const auto& [id, one] : world.feeds.all) {
        if (reason(one)) out.emplace_back(feed::Event{feed::Closed{id, one.owner, one.what}});
    }
}
void close_feeds_of(const World& world, PersonId person, EventList& out) {
    close_feeds(
        world, [&](const feed::Feed& one) { return one.owner == person; }, out);
}

// Closes feeds in the same cases as tokens. These are the end of the owner's account, and a
// password set by another person, because the address may be known to others.
void close_as_tokens(const World& world, const Event& event, const Context& context,
                     EventList& out) {
    if (const auto* e = get_if<people::PersonDisabled>(&event)) {
        close_feeds_of(world, e->person, out);
    } else if (const auto* e = get_if<people::PersonRemoved>(&event)) {
        close_feeds_of(world, e->person, out);
    } else if (const auto* e = get_if<people::PasswordLinkUsed>(&event)) {
        close_feeds_of(world, e->person, out);
    } else if (const auto* e = get_if<people::PasswordChanged>(&event)) {
        if (context.actor != e->person) close_feeds_of(world, e->person, out);
    }
}

void close_orphaned_feeds(const World& world, const Event& event, EventList& out) {
    if (const auto* e = get_if<group::Removed>(&event)) {
        const auto its = [&](const feed::Feed& f) { return f.what.group == e->id; };
        close_feeds(world, its, out);
    } else if (const auto* e = get_if<fleet::HostRemoved>(&event)) {
        const auto its = [&](const feed::Feed& f) {
            return f.what.host == e->id || (f.what.gpu && std::find(e->gpus.begin(), e->gpus.end(),
                                                                    *f.what.gpu) != e->gpus.end());
        };
        close_feeds(world, its, out);
    }
}

EventList membership_consequences(const World& world, const EventList& decided,
                                  const Context& context) {
    const Instant now = context.now;
    EventList out;
    for (const auto& event : decided) {
        if (const auto* e = get_if<people::PersonAdded>(&event)) {
            join_as_newcomer(world, e->id, out);
        } else if (const auto* e = get_if<people::PersonRemoved>(&event)) {
            leave_groups(world, e->person, out);
            leave_grants(world, e->person, out);
            give_back_bookings(world, e->person, now, out);
            remove_boards(world, e->person, out);
        } else if (const auto* e = get_if<group::Removed>(&event)) {
            leave_grants(world, e->id, out);
            remove_budgets(world, *e, out);
        }
        close_as_tokens(world, event, context, out);
        close_orphaned_feeds(world, event, out);
    }
    return out;
}

// True if the event may change the right to GPUs or their amount. Then suspended bookings may hold
// again, and others may lose their right.
bool changes_rights(const Event& event) {
    return event.is_in<group::Event>() || event.is_in<grant::Event>() ||
           event.is_in<rules::Event>() || event.is<budget::Changed>() ||
           event.is<budget::Removed>() || event.is<people::PersonDisabled>() ||
           event.is<people::PersonEnabled>();
}

template <class Part, class State>
void fold_into(State& state, const Event& event) {
    if (const auto e = as<Part>(event)) state = evolve(std::move(state), *e);
}

// The parts of the world that rights and limits depend on, with the decided events applied.
struct After {
    people::State people;
    group::State groups;
    grant::State grants;
    reservation::State reservations;
    budget::State budgets;
    rules::State rules;

    After(const World& world, const EventList& decided)
        : people(world.people),
          groups(world.groups),
          grants(world.grants),
          reservations(world.reservations),
          budgets(world.budgets),
          rules(world.rules) {
        for (const auto& event : decided) fold(event);
    }
    void fold(const Event& event) {
        fold_into<people::Event>(people, event);
        fold_into<group::Event>(groups, event);
        fold_into<grant::Event>(grants, event);
        fold_into<reservation::Event>(reservations, event);
        fold_into<budget::Event>(budgets, event);
        fold_into<rules::Event>(rules, event);
    }
};

reservation::Suspended suspended(const Booking& b, const Missing& why, const fleet::State& fleet) {
    return {b.id,
            b.owner,
            b.gpus,
            b.when,
            fleet::hosts_of(fleet, b.gpus),
            why.disabled ? reservation::Reason::person_disabled : reservation::Reason::no_grant};
}

class Bookings {
  public:
    Bookings(const World& world, const EventList& decided, const Context& context)
        : world_(world),
          now_(context.now),
          zones_(context.zones),
          after_(world, decided),
          rights_{after_.people, after_.groups, after_.grants, world.fleet, context.zones} {}

    EventList follow() {
        for (const auto& [id, held] : world_.reservations.all) suspend(id);
        for (const auto& [id, held] : world_.reservations.all) revive(id);
        return std::move(out_);
    }

  private:
    void say(reservation::Event event) {
        out_.emplace_back(std::move(event));
        after_.fold(out_.back());
    }
    void suspend(ReservationId id) {
        const auto& held = after_.reservations.all.at(id);
        const Booking& b = held.booking;
        const bool begun = held.ending == Ending::none && b.when.from <= now_;
        const bool open = held.ending == Ending::none || held.ending == Ending::pending;
        if (!open || begun) return;
        if (const auto why = missing(rights_, b.owner, b.gpus, b.when)) {
            say(suspended(b, *why, world_.fleet));
        }
    }
    // Revives bookings in the order in which they were booked.
    void revive(ReservationId id) {
        const auto& held = after_.reservations.all.at(id);
        if (held.ending != Ending::suspended || held.booking.when.until <= now_) return;
        Booking b = held.booking;
        b.when.from = std::max(b.when.from, now_);
        const bool there = std::all_of(b.gpus.begin(), b.gpus.end(), [&](GpuId gpu) {
            const auto* known = fleet::find(world_.fleet, gpu);
            return known && world_.fleet.hosts.contains(known->host);
        });
        if (!there || missing(rights_, b.owner, b.gpus, b.when)) return;
        // The owner must request approval again.
        if (!held.approved && reservation::rests_on_approval(b, rights_)) return;
        if (reservation::check_free(b, world_.fleet, after_.reservations)) return;
        const auto bounds =
            reservation::bounds_for(after_.rules, after_.groups, b.owner, b.when.from - now_);
        if (reservation::check_quotas(b, after_.reservations, after_.groups, bounds)) return;
        const budget::Books books{after_.budgets, after_.reservations, after_.groups, zones_};
        auto exceeded = budget::exceeded_by(books, b, nullptr, bounds.relaxed);
        if (!exceeded) return;
        const auto hosts = fleet::hosts_of(world_.fleet, b.gpus);
        say(reservation::Revived{std::move(b), hosts});
        for (auto& one : *exceeded) out_.emplace_back(budget::Event{std::move(one)});
    }

    const World& world_;
    Instant now_;
    const Zones* zones_;
    After after_;
    Rights rights_;
    EventList out_{};
};

// The booking that an event makes or changes. Null if there is none.
const Booking* booked_by(const Event& event) {
    return visit_event(overloaded{
                           [](const reservation::Booked& e) { return &e.booking; },
                           [](const reservation::Requested& e) { return &e.booking; },
                           [](const reservation::Changed& e) { return &e.booking; },
                           [](const reservation::Reinstated& e) { return &e.booking; },
                           [](const auto&) -> const Booking* { return nullptr; },
                       },
                       event);
}

// The budgets that a new or changed booking exceeds: they warn, or are relaxed. A budget loses
// nothing by GPUs that would stay empty.
Result<EventList> exceeded_by(const World& world, const EventList& decided,
                              const Context& context) {
    const auto books = budget::books_of(world, context.zones);
    EventList out;
    for (const auto& event : decided) {
        const auto* booking = booked_by(event);
        if (booking == nullptr) continue;
        const auto known = world.reservations.all.find(booking->id);
        const auto* before = known == world.reservations.all.end() ? nullptr : &known->second;
        const auto bounds = reservation::bounds_in(world, *booking, before, context.now);
        auto exceeded = budget::exceeded_by(books, *booking, before, bounds.relaxed);
        if (!exceeded) return tl::unexpected(std::move(exceeded.error()));
        for (auto& one : *exceeded) out.emplace_back(budget::Event{std::move(one)});
    }
    return out;
}

void append(EventList& to, EventList more) {
    to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace

Result<std::vector<Event>> with_consequences(const World& world, std::vector<Event> decided,
                                             const Context& context) {
    if (!world.budgets.all.empty()) {
        auto exceeded = exceeded_by(world, decided, context);
        if (!exceeded) return tl::unexpected(std::move(exceeded.error()));
        append(decided, *std::move(exceeded));
    }
    append(decided, membership_consequences(world, decided, context));
    if (std::any_of(decided.begin(), decided.end(), changes_rights)) {
        append(decided, Bookings(world, decided, context).follow());
    }
    return decided;
}

bool may_follow(std::string_view type) {
    constexpr std::array<std::string_view, 10> kinds{
        "board.removed",         "budget.removed",       "feed.closed",
        "grant.changed",         "group.left",           "group.invitation_withdrawn",
        "reservation.cancelled", "reservation.released", "reservation.revived",
        "reservation.suspended"};
    const auto kind = type.substr(0, type.rfind('.'));
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

}  // namespace dibs
