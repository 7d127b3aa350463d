// The distribution of seconds over the measured values, in few bins. Hours add up, so a percentile
// of a year is that of all its seconds, never a mean of percentiles. Utilisation has bins of 5
// points, with 0 and 100 % in bins of their own: a percentile is exact to 2 points. Memory has bins
// of quarters of powers of two: a percentile is exact to an eighth. Integers only, so every node
// gets the same result. Pure values.
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
// By bin, without duplicates; only bins with seconds.
using Distribution = std::vector<SecondsIn>;

inline constexpr std::uint32_t utilization_bins = 22;
inline constexpr std::uint32_t memory_bins = 128;

// Values above 100 are in the last bin.
[[nodiscard]] std::uint32_t utilization_bin(std::int64_t percent);
[[nodiscard]] std::uint32_t memory_bin(std::int64_t mib);
// The middle of a bin, in thousandths of a percent or of a MiB.
[[nodiscard]] std::int64_t utilization_milli_of(std::uint32_t bin);
[[nodiscard]] std::int64_t memory_milli_of(std::uint32_t bin);

void add_seconds(Distribution& to, std::uint32_t bin, std::int64_t seconds);
void add_all(Distribution& to, const Distribution& more);
[[nodiscard]] std::int64_t seconds_of(const Distribution& all);
// The lowest bin at which the bins so far have `percent` of all seconds. Nothing if there are no
// seconds.
[[nodiscard]] std::optional<std::uint32_t> bin_at(const Distribution& all, std::int64_t percent);
// Seconds at less than 5 %, exactly.
[[nodiscard]] std::int64_t seconds_under_5_percent(const Distribution& utilization);

}  // namespace dibs
