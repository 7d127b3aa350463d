// Finds processes that run against the rules now: process -> person -> booking. violation.cpp
// decides on the differences, violation_steps.cpp on the steps.
#pragma once

#include "domain/violation/violation.hpp"

#include <map>
#include <optional>

namespace dibs::violation {

// The present violations by key. New ones have no id yet.
using Found = std::map<Key, Violation>;
[[nodiscard]] Found look(const World& world, Instant now);

// An unobservable process has not ended: its violation stays open, and is shown as unknown.
[[nodiscard]] bool is_out_of_sight(const World& world, ProcessId process);

// The violation level for this person on this host. It is the host's level, or the most generous
// level of the person's groups. If both exist, the more generous one applies; if neither exists,
// the site's.
[[nodiscard]] rules::ViolationLevel level_for(const World& world, HostId host,
                                              std::optional<PersonId> person);

// When `look` may find another result, if nothing else happens.
[[nodiscard]] std::optional<Instant> next_look(const World& world, Instant now);

}  // namespace dibs::violation
