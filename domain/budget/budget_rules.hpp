// What counts against a budget, and whether a booking would take more than is left of one.
//
//   part_of(booking, period)   GPU time of the booking that lies in the period
//   booked = sum of these over all that counts: every booking that keeps its GPUs from others, or
//            has kept them, of a member of the group now, or with the project
//
// A booking is too much where booked, with it, is more than the budget's hours and its own part of
// that period grows: what takes no more than before is never refused. Pure; asked once, by
// consequences.cpp, of what all other rules let through.
#pragma once

#include "domain/access/group.hpp"
#include "domain/budget/budget.hpp"
#include "domain/kernel/zone.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dibs::budget {

// The parts of the world that budgets are asked of.
struct Books {
    const State& budgets;
    const reservation::State& reservations;
    const group::State& groups;
    const Zones* zones = nullptr;
};

[[nodiscard]] Books books_of(const World& world, const Zones* zones);

// The period in which that moment is. None: it is once, and not then; or nobody knows its zone any
// more, so that nothing can be counted.
[[nodiscard]] std::optional<Interval> period_at(const Budget& budget, Instant at,
                                                const Zones* zones);

// GPU time of so many GPUs, or of a booking, in the part of `when` that lies in the period.
[[nodiscard]] Duration part_of(const Interval& when, std::int64_t gpus, const Interval& period);
[[nodiscard]] Duration part_of(const reservation::Booking& booking, const Interval& period);

// What counts in that period, but for the booking of that id.
[[nodiscard]] Duration booked_in(const Books& books, const Budget& budget, const Interval& period,
                                 std::optional<ReservationId> but = {});

// How far the budget is with so much of its period, unless that, or more, was told of it. Tables
// ask the same, to find whom to ask about.
[[nodiscard]] std::optional<Step> untold_step(const Budget& budget, const Interval& period,
                                              Duration booked,
                                              const std::optional<NotifiedStep>& told);
// That something else comes of it when it is spent changes nothing of how far it is.
[[nodiscard]] bool counts_alike(Budget a, const Budget& b);

// The group's name, or the project.
[[nodiscard]] std::string whose(const Budget& budget, const group::State& groups);

// With one decimal if it needs one; cut, so that nobody is promised more than there is.
[[nodiscard]] std::string hours_text(std::int64_t gpu_seconds);
// A day of the budget's calendar; of UTC where nobody knows its zone any more.
[[nodiscard]] std::string day_text(Instant at, const WallClock* clock);

// Each budget that a booking goes over, once; refused by the first of them that refuses, unless it
// is relaxed. `before`: as the reservations have it; null: a new one, or one that holds nothing.
[[nodiscard]] Result<std::vector<Exceeded>> exceeded_by(const Books& books,
                                                        const reservation::Booking& after,
                                                        const reservation::Held* before,
                                                        bool relaxed);

}  // namespace dibs::budget
