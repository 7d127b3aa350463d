// The consequences of a command, in the same decision. New people join the groups for newcomers. A
// removed person leaves groups, grants and bookings. After a change of rights, bookings are
// suspended or revived. They are decided with the command, so a dry run shows them, and recorded
// with it, all or nothing. Every booking is checked against the budgets here. Exceeding a warning
// budget yields an event, exceeding a refusing one a refusal. Pure.
#pragma once

#include "domain/kernel/context.hpp"
#include "domain/kernel/result.hpp"
#include "domain/world/recorded.hpp"

#include <string_view>
#include <vector>

namespace dibs {

struct World;

// The decided events, followed by their consequences.
[[nodiscard]] Result<std::vector<Event>> with_consequences(const World& world,
                                                           std::vector<Event> decided,
                                                           const Context& context);

// True if an event of this type ("reservation.suspended.v1") may be recorded after the event of the
// command that caused it, at the same moment.
[[nodiscard]] bool may_follow(std::string_view type);

}  // namespace dibs
