// The weekly windows of a grant as people write them, "mon-fri 22:00-06:00", and back. Which
// moments they are, on the clock of a zone, is the server's business. Pure.
#pragma once

#include "api/cli/lib/json.hpp"

#include <string>

namespace dibs::cli {

// As the contract has it: days, from, until. Days are "mon-fri", "sat,sun", "daily" or left out
// (daily), in English, whole or by their first letters; times "22:00-06:00" or "22-6", up to 24.
// Throws Failure (usage) that says what cannot be read.
[[nodiscard]] Json read_window(const std::string& text);

// "22:00", of minutes since midnight.
[[nodiscard]] std::string time_of_day_text(int minutes);

// "mon-fri 22:00-06:00": read back, it is the same.
[[nodiscard]] std::string window_text(const Json& window);

}  // namespace dibs::cli
