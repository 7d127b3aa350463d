// Windows that come every week on the clock of a zone: "Mon-Fri 08:00-16:00", "Sat 22:00-06:00".
// One that ends no later than it starts goes over midnight, and belongs to the day it starts. Where
// a clock is set back, a window takes both times it shows: it runs from the first time its start is
// shown to the last time its end is; what the clock jumps over when set forward is not there.
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

// Until when the window that is open then stays open; none: it is closed then.
[[nodiscard]] std::optional<Instant> open_until(const WeeklyWindow& window, const WallClock& clock,
                                                Instant at);
// When it opens next, after that moment.
[[nodiscard]] std::optional<Instant> opens_after(const WeeklyWindow& window, const WallClock& clock,
                                                 Instant at);

}  // namespace dibs
