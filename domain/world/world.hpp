// The whole domain in one value: every command, every event, every aggregate's state, all from one
// list. Also the functions that the writer runs. `decide` returns events, `evolve` applies them,
// `due` returns the events that the passing of time causes. All are pure.
//
//   command --decide(world, command, context)--> events --log--> evolve(world, recorded)
#pragma once

#include "domain/kernel/context.hpp"
#include "domain/kernel/result.hpp"
#include "domain/world/aggregates.hpp"
#include "domain/world/recorded.hpp"

#include <array>
#include <string_view>
#include <vector>

namespace dibs {

template <class... As>
struct Parts : As::Part... {};
template <class... As>
Parts<As...> parts_of(List<As...>);

struct World : decltype(parts_of(Aggregates{})) {
    Instant now{};  // the newest stamp folded
    Position position = 0;
    // The position of each aggregate's newest event, in the order of the list. `due` skips an
    // aggregate without new events.
    std::array<Position, Aggregates::size> newest{};
};

[[nodiscard]] World evolve(World world, const Recorded& recorded);
[[nodiscard]] Result<std::vector<Event>> decide(const World& world, const Command& command,
                                                const Context& context);

}  // namespace dibs
