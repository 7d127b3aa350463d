// Makes a command for each budget that is nearly or fully spent, each minute (minute_clock.hpp):
// ReportBudgetThreshold -> budget.spent. The cause does not matter: a booking, a new member,
// lowered hours, a new period.
#pragma once

#include "domain/kernel/zone.hpp"
#include "domain/world/recorded.hpp"
#include "projections/questions/snapshot.hpp"

#include <vector>

namespace dibs::budgets {

[[nodiscard]] std::vector<Command> due_commands(const Snapshot& tables, const Zones& zones);

}  // namespace dibs::budgets
