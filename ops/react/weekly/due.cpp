// If 07:00 occurs twice, the first counts; if it is skipped, the moment of the jump.
#include "ops/react/weekly/due.hpp"

namespace dibs::weekly {
namespace {

constexpr std::chrono::hours report_time{7};

// On the Monday after that week.
Instant due_at(const IsoWeek& week, const WallClock& clock) {
    return clock.when(WallTime{(week + 1).monday} + report_time).first;
}

}  // namespace

std::optional<IsoWeek> due_week(const WallClock& clock, Instant now, Instant since,
                                const std::optional<std::string>& told) {
    auto week = week_of(clock, now) + -1;
    if (due_at(week, clock) > now) week = week + -1;
    if (due_at(week, clock) <= since) return std::nullopt;
    if (told && *told >= to_text(week)) return std::nullopt;
    return week;
}

}  // namespace dibs::weekly
