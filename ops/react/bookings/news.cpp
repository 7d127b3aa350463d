// Reports a fact as it was. Asks for approval only while the booking waits for it.
#include "ops/react/bookings/news.hpp"

#include "domain/kernel/overloaded.hpp"
#include "ops/react/steps/about.hpp"
#include "projections/people/names.hpp"
#include "projections/questions/access.hpp"
#include "projections/questions/calendar.hpp"
#include "projections/questions/people.hpp"

#include <set>

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
About about_fact(const Snapshot& tables, const Occasion& occasion, const views::Reservation& now,
                 const Reader& to) {
    auto all = about(tables, now, occasion.parts, to);
    visit(
        [&](const auto& e) {
            if constexpr (requires { e.booking; }) {
                all.gpus = gpu_names(tables, e.booking.gpus);
                all.title = e.booking.title.value;
                all.when = e.booking.when;
            } else if constexpr (requires { e.when; }) {
                all.gpus = gpu_names(tables, e.gpus);
                all.when = e.when;
            }
        },
        occasion.fact.event);
    return all;
}

News news_of(const Snapshot& tables, const Fact& fact, What what) {
    News news{.what = what};
    if (fact.actor) news.actor = person_name(tables, *fact.actor).value;
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
    for (const auto& admin : steps::admins_of(tables)) all.insert(admin.id);
    all.erase(now.owner);
    return all;
}

std::vector<mail::Addressed> news_letters(const Occasion& occasion, const Snapshot& tables,
                                          const Zones& zones) {
    const auto& fact = occasion.fact;
    auto what = what_of(fact.event, !fact.actor);
    const auto now = find_reservation(tables, fact.id);
    if (!what || !now) return {};
    // An admin who books for another person where that needs approval approves it in the same
    // command.
    const bool booked_so = *what == What::approved && fact.actor && now->created_by == fact.actor;
    if (booked_so) what = What::booked;
    std::set<PersonId> readers{fact.owner};
    if (*what == What::asked) {
        if (now->state != views::ReservationState::pending) return {};
        readers = approvers(tables, *now, zones);
    }
    const auto news = news_of(tables, fact, *what);
    std::vector<mail::Addressed> letters;
    for (const auto id : readers) {
        if (id == fact.actor) continue;
        const auto to = reader(tables, id);
        if (!to) continue;
        letters.push_back(
            letter(occasion, *to, news_words(about_fact(tables, occasion, *now, *to), news)));
    }
    return letters;
}

}  // namespace

Reaction news_reaction(Parts parts, const Zones& zones) {
    return reaction("booking-news",
                    {Booked::type, Changed::type, Cancelled::type, Released::type, Reinstated::type,
                     Suspended::type, Revived::type, Requested::type, Approved::type,
                     Declined::type, Lapsed::type},
                    std::move(parts), [&zones](const Occasion& occasion, const Snapshot& tables) {
                        return news_letters(occasion, tables, zones);
                    });
}

}  // namespace dibs::bookings
