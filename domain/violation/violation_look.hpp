// Process -> person -> booking: who is where they should not be now. What is new of it, and what is
// done about it, say violation.cpp and violation_steps.cpp.
#pragma once

#include "domain/violation/violation.hpp"

#include <map>
#include <optional>

namespace dibs::violation {

// What violates the rules now, by what it is about. Ids are given to what is new.
using Found = std::map<Key, Violation>;
[[nodiscard]] Found look(const World& world, Instant now);

// What nobody can see has not ended: it stays open, and is shown as unknown.
[[nodiscard]] bool is_out_of_sight(const World& world, ProcessId process);

// What counts as a violation of this person on this host: as the host has it, or the most generous
// of the person's groups; of both the more generous; where neither says, as the site has it.
[[nodiscard]] rules::ViolationLevel level_for(const World& world, HostId host,
                                              std::optional<PersonId> person);

// When what `look` finds may be another next, if nothing else happens.
[[nodiscard]] std::optional<Instant> next_look(const World& world, Instant now);

}  // namespace dibs::violation
