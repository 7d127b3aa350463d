// The hours that count against a budget, and whether a booking takes more than is left.
//
//   part_of(booking, period)   GPU time of the booking that lies in the period
//   booked = sum of these over every booking that holds or held its GPUs, and that has the
//            project or belongs to a present member of the group
//
// A booking exceeds a budget if `booked` with it is more than the budget's hours and its own part
// of that period grows. A booking that takes no more than before is never refused. Pure.
// consequences.cpp calls it once, after all other rules have passed.
#pragma once

#include "domain/access/group.hpp"
#include "domain/budget/budget.hpp"
#include "domain/kernel/zone.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dibs::budget {

// The parts of the world that budgets need.
struct Books {
    const State& budgets;
    const reservation::State& reservations;
    const group::State& groups;
    const Zones* zones = nullptr;
};

[[nodiscard]] Books books_of(const World& world, const Zones* zones);

// The period that contains that moment. Nothing if the budget has one fixed interval that does not,
// or if its zone is no longer known, so nothing can be counted.
[[nodiscard]] std::optional<Interval> period_at(const Budget& budget, Instant at,
                                                const Zones* zones);

// The GPU time of `gpus` GPUs, or of a booking, in the part of `when` that lies in the period.
[[nodiscard]] Duration part_of(const Interval& when, std::int64_t gpus, const Interval& period);
[[nodiscard]] Duration part_of(const reservation::Booking& booking, const Interval& period);

// The GPU time that counts in that period, without the booking `but`.
[[nodiscard]] Duration booked_in(const Books& books, const Budget& budget, const Interval& period,
                                 std::optional<ReservationId> but = {});

// The step that the budget has reached with `booked` in its period. Nothing if that step or a later
// one is recorded. Tables use it too, to find the budgets to check.
[[nodiscard]] std::optional<Step> untold_step(const Budget& budget, const Interval& period,
                                              Duration booked,
                                              const std::optional<NotifiedStep>& told);
// True if both budgets count in the same way. `when_spent` may differ.
[[nodiscard]] bool counts_alike(Budget a, const Budget& b);

// The name of the group or project.
[[nodiscard]] std::string whose(const Budget& budget, const group::State& groups);

// Hours with one decimal if needed. Rounded down, so the text never promises more than is left.
[[nodiscard]] std::string hours_text(std::int64_t gpu_seconds);
// A day of the budget's calendar, or of UTC if its zone is no longer known.
[[nodiscard]] std::string day_text(Instant at, const WallClock* clock);

// The budgets that a booking exceeds, each once. The first budget that refuses makes it a refusal,
// unless `relaxed`. `before` is the booking in the reservations; null for a new booking, or one
// that holds no GPU.
[[nodiscard]] Result<std::vector<Exceeded>> exceeded_by(const Books& books,
                                                        const reservation::Booking& after,
                                                        const reservation::Held* before,
                                                        bool relaxed);

}  // namespace dibs::budget
