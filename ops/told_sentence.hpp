// The sentence of the history about a fact, in English: the words are those of the `dibs` command.
#pragma once

#include "ingest/clock.hpp"
#include "projections/projector.hpp"

#include <optional>
#include <string>

namespace dibs {

// Nothing while the tables do not hold the fact, which is waited for, a moment at most. Any thread.
[[nodiscard]] std::optional<std::string> told_sentence(Projector& projector, ReadModel& model,
                                                       const Clock& clock, Position position);

}  // namespace dibs
