// Computes the bins of values, and percentiles from bins.
#include "domain/usage/distribution.hpp"

#include <algorithm>
#include <bit>

namespace dibs {
namespace {

constexpr std::int64_t milli_scale = 1000;
constexpr std::uint32_t first_step = 2;  // 5 to 9 %; the bins before it are 0 %, and 1 to 4 %
constexpr std::uint32_t last_bin = utilization_bins - 1;

std::int64_t middle(std::int64_t least, std::int64_t most) {
    return (least + most) * milli_scale / 2;
}

// The least value of a bin. A bin without a whole number has that of the next.
std::int64_t least_mib(std::uint32_t bin) {
    const auto power = (bin - 1) / 4;
    const std::int64_t quarter = (bin - 1) % 4;
    return ((4 + quarter) * (std::int64_t{1} << power) + 3) / 4;
}

}  // namespace

std::uint32_t utilization_bin(std::int64_t percent) {
    if (percent <= 0) return 0;
    if (percent >= 100) return last_bin;
    return static_cast<std::uint32_t>(percent / 5) + 1;
}

std::int64_t utilization_milli_of(std::uint32_t bin) {
    if (bin == 0) return 0;
    if (bin >= last_bin) return 100 * milli_scale;
    if (bin < first_step) return middle(1, 4);
    const std::int64_t least = (std::int64_t{bin} - 1) * 5;
    return middle(least, least + 4);
}

std::uint32_t memory_bin(std::int64_t mib) {
    if (mib <= 0) return 0;
    const auto number = static_cast<std::uint64_t>(mib);
    const auto power = static_cast<std::uint32_t>(std::bit_width(number)) - 1;
    const auto quarter = static_cast<std::uint32_t>((number << 2U) >> power) & 3U;
    return std::min(1 + 4 * power + quarter, memory_bins - 1);
}

std::int64_t memory_milli_of(std::uint32_t bin) {
    if (bin == 0) return 0;
    const auto its = std::min(bin, memory_bins - 1);
    const auto least = least_mib(its);
    return middle(least, std::max(least, least_mib(its + 1) - 1));
}

void add_seconds(Distribution& to, std::uint32_t bin, std::int64_t seconds) {
    if (seconds <= 0) return;
    const auto at = std::lower_bound(
        to.begin(), to.end(), bin,
        [](const SecondsIn& one, std::uint32_t wanted) { return one.bin < wanted; });
    if (at != to.end() && at->bin == bin) {
        at->seconds += seconds;
    } else {
        to.insert(at, {bin, seconds});
    }
}

void add_all(Distribution& to, const Distribution& more) {
    for (const auto& one : more) add_seconds(to, one.bin, one.seconds);
}

std::int64_t seconds_of(const Distribution& all) {
    std::int64_t sum = 0;
    for (const auto& one : all) sum += one.seconds;
    return sum;
}

std::optional<std::uint32_t> bin_at(const Distribution& all, std::int64_t percent) {
    const auto whole = seconds_of(all);
    if (whole == 0) return std::nullopt;
    const auto wanted = (whole * percent + 99) / 100;
    std::int64_t so_far = 0;
    for (const auto& one : all) {
        so_far += one.seconds;
        if (so_far >= wanted) return one.bin;
    }
    return all.back().bin;
}

std::int64_t seconds_under_5_percent(const Distribution& utilization) {
    std::int64_t sum = 0;
    for (const auto& one : utilization) {
        if (one.bin < first_step) sum += one.seconds;
    }
    return sum;
}

}  // namespace dibs
