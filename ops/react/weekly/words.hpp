// The week's report as a letter: plain text that says all by itself, and where the page is. What
// people typed stands in the text alone, never in a line of the head. Pure.
#pragma once

#include "ops/react/time_text.hpp"
#include "projections/usage/week_views.hpp"

#include <string>

namespace dibs::weekly {

struct Words {
    std::string subject;
    std::string text;
};
// `site`: where people reach Dibs; empty: not known, and no link is given.
[[nodiscard]] Words words_for(const views::UsageWeek& week, const std::string& site,
                              const TextClock& clock = {});

}  // namespace dibs::weekly
