// Questions about budgets and projects, asked of one moment (snapshot.hpp). Any thread.
#pragma once

#include "domain/zone.hpp"
#include "projections/budgets/budget_views.hpp"
#include "projections/questions/snapshot.hpp"
#include "projections/store/page.hpp"

#include <optional>

namespace dibs {

// With what is booked in its period now, as the domain counts it (domain/budget_rules.hpp).
[[nodiscard]] std::optional<views::Budget> find_budget(const Snapshot& tables, const Zones& zones,
                                                       BudgetId id);
[[nodiscard]] Slice<views::Budget> list_budgets(const Snapshot& tables, const Zones& zones,
                                                const views::BudgetFilter& filter,
                                                const PageFrom& page);
// By name.
[[nodiscard]] Slice<views::Project> list_projects(const Snapshot& tables, const PageFrom& page);

// A budget as a command made it, before the tables have it.
[[nodiscard]] views::Budget view_of_budget(const Snapshot& tables, const Zones& zones,
                                           const budget::Budget& budget, budget::Version version,
                                           Instant created_at, std::optional<Instant> changed_at);

}  // namespace dibs
