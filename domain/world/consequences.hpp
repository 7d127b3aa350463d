// What a command brings beside what it was given for, in the same breath: newcomers join the groups
// that are meant for them; who is removed leaves groups, grants and bookings; and whose rights
// changed loses the bookings that rest on them, or gets them back. Decided with the command, so
// that a dry run tells all of it, and recorded with it, all or nothing. What is booked is held
// against the budgets here, where all that books passes: what is over one that only warns follows
// from the booking, and what is over one that refuses is refused. Pure.
#pragma once

#include "domain/kernel/context.hpp"
#include "domain/kernel/result.hpp"
#include "domain/world/recorded.hpp"

#include <string_view>
#include <vector>

namespace dibs {

struct World;

// The decided events, and behind them what follows.
[[nodiscard]] Result<std::vector<Event>> with_consequences(const World& world,
                                                           std::vector<Event> decided,
                                                           const Context& context);

// Whether an event of this type ("reservation.suspended.v1") may be recorded behind the event of
// the command that it follows from, at the same moment.
[[nodiscard]] bool may_follow(std::string_view type);

}  // namespace dibs
