// The candidates that suit a request, and those that one offer can combine. Used by the search for
// offers and by the reasons why there is none. Pure.
#pragma once

#include "domain/placement/candidate.hpp"

#include <map>
#include <span>
#include <string>
#include <vector>

namespace dibs::placement {

using Candidates = std::vector<const Candidate*>;

// Those that match, but no card whose slices can be used instead.
[[nodiscard]] Candidates suitable_of(std::span<const Candidate> candidates, const Request& request);
// Ascending by host name and index.
[[nodiscard]] bool is_before(const Candidate* one, const Candidate* other);
// By the hosts that one offer may combine, each group in order.
using Groups = std::map<std::string, Candidates>;
[[nodiscard]] Groups grouped(const Candidates& candidates, const Request& request);
// `count` of them that are all linked with each other, first ones first; empty if there are none.
[[nodiscard]] Candidates find_linked(const Candidates& candidates, std::size_t count);

}  // namespace dibs::placement
