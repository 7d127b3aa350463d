// The accounts on a GPU (domain/usage/use.hpp), as a column of a block of samples. They rarely
// change from one second to the next, so an hour costs only its changes.
//
//   number of account names; each: its length, its bytes
//   runs, until all samples are covered; each: the number of equal samples; 0 if their accounts
//   are unknown, else the number of accounts plus one; for each account the index of its name, and
//   0 or its share in percent plus one
//
// Numbers are varints (varint.hpp).
#pragma once

#include "domain/usage/sample.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dibs {

// Shares the number space of metric ids (domain/usage/metric.hpp), which begin at 1.
inline constexpr std::uint64_t occupancy_id = 0;

// Empty if no sample knows its accounts.
[[nodiscard]] std::string put_occupancy(std::span<const Sample> samples);
// Returns false for bytes that are no such column.
[[nodiscard]] bool take_occupancy(std::string_view in, std::vector<Sample>& samples);

}  // namespace dibs
