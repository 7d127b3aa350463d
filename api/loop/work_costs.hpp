// What the work for each owner has cost, in CPU time: for /metrics, and for a line in the log when
// one owner takes more than half of a core. Any thread.
#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <string>

namespace dibs {

class WorkCosts {
  public:
    using Time = std::chrono::steady_clock::time_point;

    void add(const std::string& owner, std::chrono::nanoseconds took,
             Time now = std::chrono::steady_clock::now());
    // By owner, since the start.
    [[nodiscard]] std::map<std::string, std::chrono::nanoseconds> totals() const;
    // How many lines the log has of them.
    [[nodiscard]] std::size_t warnings() const;

  private:
    struct Cost {
        std::chrono::nanoseconds total{};
        std::chrono::nanoseconds this_minute{};
        Time minute{};  // when it began
        bool logged = false;
    };

    mutable std::mutex mutex_;
    std::map<std::string, Cost> costs_;
    std::size_t warnings_ = 0;
};

}  // namespace dibs
