// A moment in outgoing texts: to the minute, on the reader's clock with the name of its zone; in
// UTC where the zone is not known.
#pragma once

#include "domain/kernel/time.hpp"
#include "domain/kernel/zone.hpp"

#include <optional>
#include <string>

namespace dibs {

// The clock of one reader. A zone that is missing in the database counts as no zone.
struct TextClock {
    const WallClock* clock = nullptr;  // null: UTC
    std::string zone{};
};
[[nodiscard]] inline TextClock text_clock(const Zones* zones,
                                          const std::optional<std::string>& zone) {
    const auto* clock = zones != nullptr && zone ? zones->find(*zone) : nullptr;
    return clock == nullptr ? TextClock{} : TextClock{clock, *zone};
}

// "2026-11-25 18:00 Europe/Warsaw", "2026-11-25 17:00 UTC"
[[nodiscard]] inline std::string time_text(Instant at, const TextClock& on = {}) {
    const auto shown = on.clock == nullptr ? at : Instant{on.clock->shows(at).time_since_epoch()};
    const auto text = to_text(shown);
    constexpr std::size_t day = 10, minute = 16;
    return text.substr(0, day) + ' ' + text.substr(day + 1, minute - day - 1) + ' ' +
           (on.clock == nullptr ? "UTC" : on.zone);
}

}  // namespace dibs
