// Weekly windows of a grant in words, "mon-fri 22:00-06:00", and back. The server alone maps them
// to moments of a zone. Pure.
#pragma once

#include "api/cli/lib/json.hpp"

#include <string>

namespace dibs::cli {

// Returns a window of the contract: days, from, until. Days: "mon-fri", "sat,sun", "daily" or none
// (daily), English names, whole or abbreviated. Times: "22:00-06:00" or "22-6", up to 24. Throws
// Failure (usage) that names the unreadable part.
[[nodiscard]] Json read_window(const std::string& text);

// "22:00", from minutes since midnight.
[[nodiscard]] std::string time_of_day_text(int minutes);

// "mon-fri 22:00-06:00"; read_window reads it back to the same window.
[[nodiscard]] std::string window_text(const Json& window);

}  // namespace dibs::cli
