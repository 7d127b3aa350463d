// Programs of the site that are run for facts ([[on]] in the configuration), as reactions.
#pragma once

#include "ops/react/configured_hook.hpp"
#include "ops/react/event_rendering.hpp"
#include "ops/react/reactors.hpp"

namespace dibs {

// A program that must not be run is logged at once, and at each attempt to run it.
[[nodiscard]] Reaction program_reaction(const ConfiguredHook& hook,
                                        const EventRendering& rendering);

}  // namespace dibs
