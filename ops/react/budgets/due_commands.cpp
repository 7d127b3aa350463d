// The tables select the budgets; the domain checks the sums itself.
#include "ops/react/budgets/due_commands.hpp"

#include "projections/questions/budgets.hpp"

namespace dibs::budgets {

std::vector<Command> due_commands(const Snapshot& tables, const Zones& zones) {
    std::vector<Command> all;
    for (const auto id : budgets_to_tell(tables, zones)) {
        all.emplace_back(budget::Command{budget::ReportBudgetThreshold{id}});
    }
    return all;
}

}  // namespace dibs::budgets
