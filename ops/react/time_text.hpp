// A moment in the texts that go out: to the minute and in UTC, which it says, because neither a
// terminal nor a mail tells the zone of who reads it.
#pragma once

#include "domain/time.hpp"

#include <string>

namespace dibs {

// "2026-11-25 17:00 UTC"
[[nodiscard]] inline std::string time_text(Instant at) {
    const auto text = to_text(at);
    constexpr std::size_t day = 10, minute = 16;
    return text.substr(0, day) + ' ' + text.substr(day + 1, minute - day - 1) + " UTC";
}

}  // namespace dibs
