// The text about a budget that is nearly or fully spent. Pure.
#pragma once

#include "domain/budget/budget.hpp"
#include "domain/kernel/zone.hpp"
#include "ops/react/mail/letter.hpp"

#include <string>

namespace dibs::budgets {

using mail::Words;
// `budget`: the current one, with the hours and period of the fact. `clock`: of its zone; null:
// unknown zone. `site`: the address that people open; empty: not known, no link is given.
[[nodiscard]] Words words_for(const budget::Spent& fact, const budget::Budget& budget,
                              const WallClock* clock, const std::string& site);

}  // namespace dibs::budgets
