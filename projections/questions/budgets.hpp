// Questions about budgets and projects, answered from one snapshot (snapshot.hpp). Any thread.
#pragma once

#include "domain/kernel/zone.hpp"
#include "projections/budgets/budget_views.hpp"
#include "projections/questions/snapshot.hpp"
#include "projections/store/page.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace dibs {

// With what is booked in its current period, counted as in domain/budget/budget_rules.hpp.
[[nodiscard]] std::optional<views::Budget> find_budget(const Snapshot& tables, const Zones& zones,
                                                       BudgetId id);
[[nodiscard]] Slice<views::Budget> list_budgets(const Snapshot& tables, const Zones& zones,
                                                const views::BudgetFilter& filter,
                                                const PageFrom& page);
// Budgets whose period is nearly or fully spent, and for which that was not notified yet.
[[nodiscard]] std::vector<BudgetId> budgets_to_tell(const Snapshot& tables, const Zones& zones);
// Owners of bookings that count for a project in that period.
[[nodiscard]] std::vector<PersonId> people_of_project(const Snapshot& tables,
                                                      std::string_view project,
                                                      const Interval& period);
// Ordered by name.
[[nodiscard]] Slice<views::Project> list_projects(const Snapshot& tables, const PageFrom& page);

// A budget as a command made it, before the tables have it.
[[nodiscard]] views::Budget view_of_budget(const Snapshot& tables, const Zones& zones,
                                           const budget::Budget& budget, budget::Version version,
                                           Instant created_at, std::optional<Instant> changed_at);

}  // namespace dibs
