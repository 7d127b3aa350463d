// How seconds are spread over what was measured in them, in few steps, so that hours add up and a
// percentile of a year is that of all its seconds, never a mean of percentiles. Utilisation lies in
// steps of 5 points, with 0 and 100 % by themselves: a percentile is within 2 points. Memory lies
// in quarters of powers of two: a percentile is within an eighth. Whole numbers, so that every node
// comes to the same. Pure values.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace dibs {

struct SecondsIn {
    std::uint32_t bin = 0;
    std::int64_t seconds = 0;
    friend bool operator==(const SecondsIn&, const SecondsIn&) = default;
};
// By bin, each once; only those with seconds in them.
using Distribution = std::vector<SecondsIn>;

inline constexpr std::uint32_t utilization_bins = 22;
inline constexpr std::uint32_t memory_bins = 128;

[[nodiscard]] std::uint32_t utilization_bin(std::int64_t percent);  // what is beyond: the last
[[nodiscard]] std::uint32_t memory_bin(std::int64_t mib);
// The middle of a bin, in thousandths of a percent and of a MiB.
[[nodiscard]] std::int64_t utilization_milli_of(std::uint32_t bin);
[[nodiscard]] std::int64_t memory_milli_of(std::uint32_t bin);

void add_seconds(Distribution& to, std::uint32_t bin, std::int64_t seconds);
void add_all(Distribution& to, const Distribution& more);
[[nodiscard]] std::int64_t seconds_of(const Distribution& all);
// The bin in which that share of the seconds has come to its end, the lowest first; none: no
// seconds.
[[nodiscard]] std::optional<std::uint32_t> bin_at(const Distribution& all, std::int64_t percent);
// Seconds at less than 5 %, exactly.
[[nodiscard]] std::int64_t seconds_under_5_percent(const Distribution& utilization);

}  // namespace dibs
