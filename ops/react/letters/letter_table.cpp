// Recipients and words are functions of the folder of their subject.
#include "ops/react/letters/letter_table.hpp"

#include "domain/budget/budget.hpp"
#include "domain/fleet/fleet.hpp"
#include "domain/people/people.hpp"
#include "ops/react/bookings/invitation.hpp"
#include "ops/react/bookings/news.hpp"
#include "ops/react/bookings/reminder.hpp"
#include "ops/react/budgets/letters.hpp"
#include "ops/react/gpu_health/letters.hpp"
#include "ops/react/weekly/letters.hpp"

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

namespace dibs::letters {
namespace {

using namespace reservation;
using people::Preferences;

mail::LetterKind health_kind(const Clock& clock) {
    const auto shared = std::make_shared<gpu_health::HolderLetters>(clock);
    return {
        .reactor = "mail_gpu_health",
        .facts = {fleet::GpuUnhealthy::type, fleet::GpuLost::type, fleet::HostDriverChanged::type},
        .only_if = [](const auto& event) { return gpu_health::trouble_in(event).has_value(); },
        .people = [shared](const auto& context) { return shared->holders(context); },
        .write = [shared](const auto& context,
                          const auto& to) { return shared->letter(context, to); }};
}

}  // namespace

std::vector<mail::LetterKind> letter_table(const Clock& clock) {
    return {
        health_kind(clock),
        {.reactor = "booking-reminder",
         .facts = {Reminded::type},
         .people = bookings::owner,
         .setting = &Preferences::wants_mails,
         .write = bookings::reminder},
        {.reactor = "booking-calendar",
         .facts = {Booked::type, Changed::type, Cancelled::type, Released::type, Reinstated::type,
                   Suspended::type, Revived::type, Approved::type},
         .people = bookings::owner,
         .setting = &Preferences::wants_calendar_mails,
         .write = bookings::invitation},
        {.reactor = "booking-news",
         .facts = {Booked::type, Changed::type, Cancelled::type, Released::type, Reinstated::type,
                   Suspended::type, Revived::type, Requested::type, Approved::type, Declined::type,
                   Lapsed::type},
         .people = bookings::owner_or_approvers,
         .setting = &Preferences::wants_mails,
         .also_to_actor = false,
         .write = bookings::news},
        {.reactor = "weekly-report",
         .facts = {people::WeeklyReportDue::type},
         .people = weekly::subscriber,
         .setting = &Preferences::wants_weekly_report,
         .write = weekly::report},
        {.reactor = "budget-spent",
         .facts = {budget::Spent::type},
         .people = budgets::concerned,
         .setting = &Preferences::wants_budget_mails,
         .write = budgets::letter},
    };
}

std::vector<Reaction> reactions(const mail::LetterParts& parts, const Clock& clock) {
    std::vector<Reaction> all;
    for (auto& kind : letter_table(clock)) all.push_back(mail::reaction_of(parts, std::move(kind)));
    return all;
}

Reaction reaction(std::string_view reactor, const mail::LetterParts& parts, const Clock& clock) {
    for (auto& one : reactions(parts, clock)) {
        if (one.name == reactor) return std::move(one);
    }
    throw std::out_of_range("no letters by the reactor " + std::string(reactor));
}

}  // namespace dibs::letters
