// The history's sentence about a fact, in English: the texts are those of the `dibs` command.
#pragma once

#include "ingest/clock.hpp"
#include "projections/projector.hpp"

#include <optional>
#include <string>

namespace dibs {

// Nothing while the tables do not contain the fact; waits for it for at most 1 s. Any thread.
[[nodiscard]] std::optional<std::string> event_sentence(Projector& projector, ReadModel& model,
                                                        const Clock& clock, Position position);

}  // namespace dibs
