// Reports the fact's numbers if the budget is still the same. Readers and their settings are those
// at the time of writing.
#include "ops/react/budgets/letters.hpp"

#include "domain/budget/budget_rules.hpp"
#include "ops/react/bookings/letters.hpp"
#include "ops/react/budgets/words.hpp"
#include "ops/react/steps/about.hpp"
#include "projections/budgets/budgets.hpp"
#include "projections/questions/access.hpp"
#include "projections/questions/budgets.hpp"

#include <set>
#include <utility>
#include <vector>

namespace dibs::budgets {
namespace {

constexpr std::string_view reactor = "budget-spent";

std::set<PersonId> concerned(const Snapshot& tables, const budget::Spent& e,
                             const budget::Budget& budget) {
    std::set<PersonId> all;
    for (const auto& admin : steps::admins_of(tables)) all.insert(admin.id);
    if (budget.project) {
        for (const auto id : people_of_project(tables, *budget.project, e.period)) all.insert(id);
    }
    if (!budget.group) return all;
    every_row([&](const PageFrom& page) { return list_members(tables, *budget.group, page); },
              [&](const views::GroupMember& member) {
                  if (member.manager) all.insert(member.person);
              });
    return all;
}

// None: the budget was removed or changed since. If its period is over, the mailer drops the letter
// as stale.
std::vector<mail::Addressed> letters_for(const mail::LetterParts& parts, const Zones& zones,
                                         const Snapshot& tables, const budget::Spent& e,
                                         Position position) {
    std::vector<mail::Addressed> letters;
    const auto row = projections::find_budget(tables.txn(), e.id);
    const budget::NotifiedStep it{e.period, e.step};
    if (!row || row->told != it) return letters;
    const auto words = words_for(e, row->budget, zones.find(row->budget.zone), parts.site);
    for (const auto id : concerned(tables, e, row->budget)) {
        const auto to = bookings::reader(tables, id);
        if (!to || !to->chosen.wants_budget_mails()) continue;
        auto made = mail::letter_to(to->id, to->mailbox, {parts.from, reactor, position},
                                    words.subject, words.text);
        made.letter.until = e.period.until;
        made.letter.unsubscribe = mail::unsubscribe_link(parts.site);
        letters.push_back(std::move(made));
    }
    return letters;
}

}  // namespace

Reaction reaction(mail::LetterParts parts, const Zones& zones) {
    auto about = mail::letters_about<budget::Spent>(
        reactor, parts.sealer,
        [parts, &zones](const budget::Spent& spent, const Snapshot& tables, Position position)
            -> mail::Letters { return letters_for(parts, zones, tables, spent, position); });
    return mail::reaction_of(std::move(parts), std::move(about));
}

}  // namespace dibs::budgets
