// The time from a violation to the first action, counted by action and outcome for /metrics. No
// decision depends on it. Plain values; ops/react/steps counts.
#pragma once

#include "domain/kernel/time.hpp"
#include "domain/rules/enforcement.hpp"
#include "domain/violation/violation.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <utility>

namespace dibs::violation {

struct FirstActionTimes {
    static constexpr std::array<Duration, 9> bounds{
        std::chrono::milliseconds{500}, std::chrono::seconds{1},  std::chrono::seconds{2},
        std::chrono::seconds{3},        std::chrono::seconds{5},  std::chrono::seconds{10},
        std::chrono::seconds{30},       std::chrono::seconds{60}, std::chrono::seconds{300}};

    // The count of each bound, including those of lower bounds.
    std::array<std::uint64_t, bounds.size()> within{};
    std::uint64_t count = 0;
    Duration sum{};

    void add(Duration took) {
        for (std::size_t i = 0; i < bounds.size(); ++i) within[i] += took <= bounds[i] ? 1 : 0;
        ++count;
        sum += took;
    }
};
using FirstActions = std::map<std::pair<enforcement::Action, Outcome>, FirstActionTimes>;

}  // namespace dibs::violation
