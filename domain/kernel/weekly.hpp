// Weekly windows on the clock of a zone: "Mon-Fri 08:00-16:00", "Sat 22:00-06:00". A window that
// ends no later than it starts crosses midnight, and belongs to the day of its start. When a clock
// is set back, a window covers both passes: from the first time of its start to the last time of
// its end. When a clock is set forward, the skipped time is not part of the window.
#pragma once

#include "domain/kernel/time.hpp"
#include "domain/kernel/zone.hpp"

#include <optional>
#include <vector>

namespace dibs {

enum class Weekday { mon, tue, wed, thu, fri, sat, sun };

struct WeeklyWindow {
    std::vector<Weekday> days;  // ascending, each once
    TimeOfDay from;
    TimeOfDay until;
    friend bool operator==(const WeeklyWindow&, const WeeklyWindow&) = default;
};

// The end of the window that is open at `at`. Nothing if it is closed then.
[[nodiscard]] std::optional<Instant> open_until(const WeeklyWindow& window, const WallClock& clock,
                                                Instant at);
// The next opening after that moment.
[[nodiscard]] std::optional<Instant> opens_after(const WeeklyWindow& window, const WallClock& clock,
                                                 Instant at);

}  // namespace dibs
