// Sums by owner, and by minute.
#include "api/loop/work_costs.hpp"

#include <utility>

#include <spdlog/spdlog.h>

namespace dibs {
namespace {

constexpr std::chrono::seconds worth_a_line{30};  // of CPU time within a minute

}  // namespace

void WorkCosts::add(const std::string& owner, std::chrono::nanoseconds took, Time now) {
    const std::scoped_lock lock(mutex_);
    auto& cost = costs_[owner];
    if (now - cost.minute >= std::chrono::minutes{1}) {
        cost.minute = now;
        cost.this_minute = {};
        cost.logged = false;
    }
    cost.total += took;
    cost.this_minute += took;
    if (cost.this_minute < worth_a_line || std::exchange(cost.logged, true)) return;
    ++warnings_;
    spdlog::warn("answers for {} have taken over 30 s of CPU time within a minute", owner);
}

std::map<std::string, std::chrono::nanoseconds> WorkCosts::totals() const {
    std::map<std::string, std::chrono::nanoseconds> all;
    const std::scoped_lock lock(mutex_);
    for (const auto& [owner, cost] : costs_) all.emplace(owner, cost.total);
    return all;
}

std::size_t WorkCosts::warnings() const {
    const std::scoped_lock lock(mutex_);
    return warnings_;
}

}  // namespace dibs
