// The weekly report as a letter: complete plain text, and a link to the page. User text is only in
// the body, never in a header. Pure.
#pragma once

#include "ops/react/mail/letter.hpp"
#include "ops/react/time_text.hpp"
#include "projections/usage/week_views.hpp"

#include <string>

namespace dibs::weekly {

using mail::Words;
// `site`: the address that people open; empty: not known, no link is given.
[[nodiscard]] Words words_for(const views::UsageWeek& week, const std::string& site,
                              const TextClock& clock = {});

}  // namespace dibs::weekly
