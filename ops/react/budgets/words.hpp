// The text about a budget that is nearly spent, or spent. Pure.
#pragma once

#include "domain/budget/budget.hpp"
#include "domain/kernel/zone.hpp"

#include <string>

namespace dibs::budgets {

struct Words {
    std::string subject;
    std::string text;
};
// `budget`: as it is now, whose hours and period are still those of the fact. `clock`: of its zone;
// null: nobody knows it. `site`: where people reach Dibs; empty: not known, and no link is given.
[[nodiscard]] Words words_for(const budget::Spent& fact, const budget::Budget& budget,
                              const WallClock* clock, const std::string& site);

}  // namespace dibs::budgets
