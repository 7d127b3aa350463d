// Reports a fact as it was. Asks for approval only while the booking waits for it.
#include "ops/react/bookings/news.hpp"

#include "domain/kernel/overloaded.hpp"
#include "projections/people/names.hpp"
#include "projections/questions/access.hpp"
#include "projections/questions/calendar.hpp"
#include "projections/questions/people.hpp"

#include <optional>
#include <set>
#include <vector>

namespace dibs::bookings {
namespace {

using namespace reservation;

// None: the mail about idle bookings reports releases by Dibs itself.
std::optional<What> what_of(const reservation::Event& event, bool by_dibs) {
    using Kind = std::optional<What>;
    return visit(overloaded{
                     [](const Booked&) -> Kind { return What::booked; },
                     [](const Changed&) -> Kind { return What::changed; },
                     [](const Cancelled&) -> Kind { return What::cancelled; },
                     [&](const Released&) -> Kind { return by_dibs ? Kind{} : What::released; },
                     [](const Reinstated&) -> Kind { return What::reinstated; },
                     [](const Suspended&) -> Kind { return What::suspended; },
                     [](const Revived&) -> Kind { return What::revived; },
                     [](const Requested&) -> Kind { return What::asked; },
                     [](const Approved&) -> Kind { return What::approved; },
                     [](const Declined&) -> Kind { return What::declined; },
                     [](const Lapsed&) -> Kind { return What::lapsed; },
                     [](const Idled&) -> Kind { return {}; },
                     [](const IdleTold&) -> Kind { return {}; },
                     [](const Kept&) -> Kind { return {}; },
                     [](const IdleEnded&) -> Kind { return {}; },
                     [](const Reminded&) -> Kind { return {}; },
                 },
                 event);
}

std::string gpu_names(const Snapshot& tables, const std::vector<GpuId>& gpus) {
    return projections::gpu_names_short(tables.txn(), gpus);
}

// The state in the fact: later facts have their own letters.
About about_fact(const mail::LetterContext& context, const BookingFact& fact,
                 const views::Reservation& now, const mail::Reader& to) {
    auto all = about(context, now, to);
    visit(
        [&](const auto& e) {
            if constexpr (requires { e.booking; }) {
                all.gpus = gpu_names(context.tables, e.booking.gpus);
                all.title = e.booking.title.value;
                all.when = e.booking.when;
            } else if constexpr (requires { e.when; }) {
                all.gpus = gpu_names(context.tables, e.gpus);
                all.when = e.when;
            }
        },
        fact.event);
    return all;
}

News news_of(const mail::LetterContext& context, const BookingFact& fact, What what) {
    const auto& tables = context.tables;
    News news{.what = what};
    if (const auto actor = context.fact.origin.actor) {
        news.actor = person_name(tables, *actor).value;
    }
    if (const auto* e = get_if<Changed>(&fact.event)) {
        news.gpus_before = gpu_names(tables, e->gpus_before);
        news.when_before = e->when_before;
    }
    if (const auto* e = get_if<Declined>(&fact.event)) news.reason = e->reason.value;
    if (const auto* e = get_if<Requested>(&fact.event)) {
        news.owner = person_name(tables, fact.owner).value;
        news.held_until = e->held_until;
    }
    return news;
}

// Admins, and the approvers of the grants, as in domain/reservation/approval.hpp.
std::set<PersonId> approvers(const Snapshot& tables, const views::Reservation& now,
                             const Zones& zones) {
    auto all = approvers_of(tables, {now.owner, now.gpus, {now.from, now.until}}, zones);
    for (const auto admin : mail::admins(tables)) all.insert(admin);
    all.erase(now.owner);
    return all;
}

}  // namespace

mail::People owner_or_approvers(const mail::LetterContext& context) {
    const auto& tables = context.tables;
    const auto fact = booking_in(context.fact.event);
    if (!fact.event.is<Requested>()) return std::vector{fact.owner};
    const auto now = find_reservation(tables, fact.id);
    if (!now || now->state != views::ReservationState::pending) return std::vector<PersonId>();
    const auto all = approvers(tables, *now, context.parts.zones);
    return std::vector(all.begin(), all.end());
}

mail::Written news(const mail::LetterContext& context, const mail::Reader& to) {
    const auto& actor = context.fact.origin.actor;
    const auto fact = booking_in(context.fact.event);
    auto what = what_of(fact.event, !actor);
    const auto now = find_reservation(context.tables, fact.id);
    if (!what || !now) return std::nullopt;
    // An admin who books for another person where that needs approval approves it in the same
    // command.
    const bool booked_so = *what == What::approved && actor && now->created_by == actor;
    if (booked_so) what = What::booked;
    return draft(fact.id,
                 news_words(about_fact(context, fact, *now, to), news_of(context, fact, *what)));
}

}  // namespace dibs::bookings
