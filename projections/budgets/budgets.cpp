// Projects the events of budgets into one table. A row's version counts its changes, from 1.
#include "projections/budgets/budgets.hpp"

#include "domain/budget/budget_rules.hpp"
#include "domain/kernel/overloaded.hpp"

namespace dibs::projections {

void Budgets::project(WriteTxn& txn, const Recorded& recorded) {
    const auto event = as<budget::Event>(recorded.event);
    if (!event) return;
    const auto store = [&](const BudgetRow& row) {
        txn.put(Table::budgets, Key().id(row.budget.id), pack(row));
    };
    visit(overloaded{
              [&](const budget::BudgetCreated& e) {
                  store({e.budget, 1, recorded.at, {}, {}});
              },
              [&](const budget::Changed& e) {
                  const auto row = find_budget(txn, e.budget.id);
                  if (!row) return;
                  const auto told =
                      budget::counts_alike(row->budget, e.budget) ? row->told : std::nullopt;
                  store({e.budget, row->version + 1, row->created_at, recorded.at, told});
              },
              [&](const budget::Removed& e) { txn.del(Table::budgets, Key().id(e.budget.id)); },
              [](const budget::Exceeded&) {},
              [&](const budget::Spent& e) {
                  auto row = find_budget(txn, e.id);
                  if (!row) return;
                  row->told = budget::NotifiedStep{e.period, e.step};
                  store(*row);
              },
          },
          *event);
}

std::optional<BudgetRow> find_budget(const Txn& txn, BudgetId id) {
    const auto found = txn.get(Table::budgets, Key().id(id));
    if (!found) return std::nullopt;
    return unpack<BudgetRow>(*found);
}

}  // namespace dibs::projections
