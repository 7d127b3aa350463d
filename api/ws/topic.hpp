// One topic: its subscribers and its last few frames, so that a client can subscribe from the
// position of a recent snapshot. On the event loop.
#pragma once

#include "api/ws/hub.hpp"

#include <chrono>
#include <cstddef>
#include <deque>
#include <unordered_map>

namespace dibs::ws {

class Subscriber;

class Topic {
  public:
    using Time = std::chrono::steady_clock::time_point;

    struct Subscription {
        Sequence after = 0;
        bool resting = false;  // paused until subscribe() answers a resync
    };
    struct Remembered {
        Sequence position;
        Frame frame;
        Time at;
    };

    void remember(Sequence position, Frame frame, Time now, const HubConfig& config);
    void forget_old(Time now, const HubConfig& config);

    // True if everything published above `after` is still remembered.
    [[nodiscard]] bool reaches_back_to(Sequence after) const { return after >= forgotten_; }
    [[nodiscard]] const std::deque<Remembered>& recent() const { return recent_; }
    // True if the topic holds no state and may be removed.
    [[nodiscard]] bool blank() const {
        return subscriptions.empty() && recent_.empty() && forgotten_ == 0;
    }

    std::unordered_map<Subscriber*, Subscription> subscriptions;

  private:
    void forget_first();

    std::deque<Remembered> recent_;
    std::size_t bytes_ = 0;
    Sequence forgotten_ = 0;  // the newest position no longer remembered
};

}  // namespace dibs::ws
