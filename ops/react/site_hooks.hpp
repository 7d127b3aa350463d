// Programs of the site that are told of facts ([[on]] in the configuration), as reactions.
#pragma once

#include "ops/react/configured_hook.hpp"
#include "ops/react/event_rendering.hpp"
#include "ops/react/reactors.hpp"

namespace dibs {

// A program that must not be run is complained of at once, and each time it is to be run.
[[nodiscard]] Reaction program_reaction(const ConfiguredHook& hook,
                                        const EventRendering& rendering);

}  // namespace dibs
