// Why a search has offers, or has none, in words for a person. Pure.
#pragma once

#include "domain/placement/offer.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dibs::placement {

// Why there is no offer.
[[nodiscard]] std::string why_none(std::span<const Candidate> candidates, const Search& search);
// Names the hosts that have such GPUs, where the requested place has none. Nothing if no host has.
// `candidates` is of all hosts.
[[nodiscard]] std::optional<std::string> where_else(std::span<const Candidate> candidates,
                                                    Request request);
// What is special about each of these offers, which are the result of one search from `earliest`
// on.
[[nodiscard]] std::vector<std::string> reasons_of(std::span<const Offer> offers, Instant earliest);
// The GPUs that match, but are in no offer because they are unhealthy.
[[nodiscard]] std::vector<GpuId> unhealthy_gpus(std::span<const Candidate> candidates,
                                                const Request& request);

}  // namespace dibs::placement
