// Budgets that are nearly spent, or spent, as the writer is told of them each minute
// (minute_clock.hpp): ReportBudgetThreshold -> budget.spent. Whatever brought it about: a booking,
// a member who joined, hours that were lowered, a period that began.
#pragma once

#include "domain/kernel/zone.hpp"
#include "domain/world/recorded.hpp"
#include "projections/questions/snapshot.hpp"

#include <vector>

namespace dibs::budgets {

[[nodiscard]] std::vector<Command> due_commands(const Snapshot& tables, const Zones& zones);

}  // namespace dibs::budgets
