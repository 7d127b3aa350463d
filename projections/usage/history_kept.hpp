// How long measurements are kept, by step: seconds in memory; minutes, hours and days in tables.
// Longer steps are kept longer. A site may configure it ([history]). It does not affect the sample
// log and the hours that are kept permanently. Pure values.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>

namespace dibs {

struct HistoryKept {
    std::chrono::seconds seconds = std::chrono::hours{1};
    std::chrono::seconds minutes = std::chrono::days{30};
    std::chrono::seconds hours = std::chrono::days{1100};
    std::chrono::seconds days = std::chrono::days{20 * 366};
    friend bool operator==(const HistoryKept&, const HistoryKept&) = default;
};

// A step of history, and how long it is kept.
struct HistoryStep {
    std::int64_t step_s = 0;
    std::int64_t kept_s = 0;
};

// The finest first. Days are UTC days.
[[nodiscard]] constexpr std::array<HistoryStep, 4> history_steps(const HistoryKept& kept = {}) {
    return {{{1, kept.seconds.count()},
             {60, kept.minutes.count()},
             {3600, kept.hours.count()},
             {86'400, kept.days.count()}}};
}

}  // namespace dibs
