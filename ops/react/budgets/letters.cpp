// Reports the fact's numbers if the budget is still the same.
#include "ops/react/budgets/letters.hpp"

#include "domain/budget/budget_rules.hpp"
#include "ops/react/budgets/words.hpp"
#include "projections/budgets/budgets.hpp"
#include "projections/questions/access.hpp"
#include "projections/questions/budgets.hpp"

#include <optional>
#include <set>
#include <vector>

namespace dibs::budgets {
namespace {

// None: the budget was removed or changed since. If its period is over, the mailer drops the letter
// as stale.
std::optional<budget::Budget> reported_budget(const Snapshot& tables, const budget::Spent& e) {
    const auto row = projections::find_budget(tables.txn(), e.id);
    const budget::NotifiedStep it{e.period, e.step};
    return row && row->told == it ? std::optional(row->budget) : std::nullopt;
}

}  // namespace

mail::People concerned(const mail::LetterContext& context) {
    const auto& tables = context.tables;
    const auto& e = get<budget::Spent>(context.fact.event);
    const auto budget = reported_budget(tables, e);
    if (!budget) return std::vector<PersonId>();
    std::set<PersonId> all;
    for (const auto admin : mail::admins(tables)) all.insert(admin);
    if (budget->project) {
        for (const auto id : people_of_project(tables, *budget->project, e.period)) all.insert(id);
    }
    if (budget->group) {
        every_row([&](const PageFrom& page) { return list_members(tables, *budget->group, page); },
                  [&](const views::GroupMember& member) {
                      if (member.manager) all.insert(member.person);
                  });
    }
    return std::vector(all.begin(), all.end());
}

mail::Written letter(const mail::LetterContext& context, const mail::Reader&) {
    const auto& e = get<budget::Spent>(context.fact.event);
    const auto budget = reported_budget(context.tables, e);
    if (!budget) return std::nullopt;
    const auto& parts = context.parts;
    return mail::Draft{.words = words_for(e, *budget, parts.zones.find(budget->zone), parts.site),
                       .until = e.period.until};
}

}  // namespace dibs::budgets
