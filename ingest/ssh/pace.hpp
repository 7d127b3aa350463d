// Limits use over time: each use has a cost in time, and a user over its limit has to wait. Unused
// time is saved, up to `saved`. Pure: the time is passed in.
#pragma once

#include <algorithm>
#include <chrono>

namespace dibs::ssh {

class Pace {
  public:
    using Time = std::chrono::steady_clock::time_point;
    using Cost = std::chrono::steady_clock::duration;

    explicit Pace(Cost saved) : saved_(saved) {}

    void use(Time now, Cost cost) { free_at_ = std::max(free_at_, now - saved_) + cost; }
    [[nodiscard]] bool is_free(Time now) const { return free_at_ <= now; }
    [[nodiscard]] Time free_at() const { return free_at_; }

  private:
    Cost saved_;
    Time free_at_{};
};

}  // namespace dibs::ssh
