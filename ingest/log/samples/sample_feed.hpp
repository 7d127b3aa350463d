// Passes samples from the embedded sample log to its followers: one queue for each follower. The
// appending thread fills it, the follower's thread empties it. A queue that is not emptied for long
// overflows: it is cleared, and its follower reads the log again.
#pragma once

#include "domain/usage/sample.hpp"

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace dibs {

class SampleFeed {
  public:
    static constexpr std::size_t most = 200'000;  // 14 MB; 1000 GPUs fill it in three minutes

    // Empties the queue.
    void begin() {
        const std::lock_guard lock(mutex_);
        queue_.clear();
        ran_over_ = false;
    }
    void put(std::span<const Sample> samples) {
        {
            const std::lock_guard lock(mutex_);
            if (ran_over_) return;
            ran_over_ = queue_.size() + samples.size() > most;
            if (!ran_over_) queue_.insert(queue_.end(), samples.begin(), samples.end());
            if (ran_over_) queue_ = {};
        }
        filled_.notify_one();
    }
    // Takes all samples, waiting for the first; returns false after an overflow.
    bool take(std::vector<Sample>& out, std::chrono::milliseconds wait) {
        std::unique_lock lock(mutex_);
        filled_.wait_for(lock, wait, [&] { return ran_over_ || !queue_.empty(); });
        out.insert(out.end(), queue_.begin(), queue_.end());
        queue_.clear();
        return !ran_over_;
    }

  private:
    std::mutex mutex_;
    std::condition_variable filled_;
    std::vector<Sample> queue_;
    bool ran_over_ = true;  // until begin()
};

// The feeds of one log. A follower that ends removes its feed.
class SampleFeeds {
  public:
    std::shared_ptr<SampleFeed> add() {
        auto feed = std::make_shared<SampleFeed>();
        const std::lock_guard lock(mutex_);
        feeds_.push_back(feed);
        return feed;
    }
    void put(std::span<const Sample> samples) {
        const std::lock_guard lock(mutex_);
        std::erase_if(feeds_, [](const auto& feed) { return feed.expired(); });
        for (const auto& weak : feeds_) {
            if (const auto feed = weak.lock()) feed->put(samples);
        }
    }

  private:
    std::mutex mutex_;
    std::vector<std::weak_ptr<SampleFeed>> feeds_;
};

}  // namespace dibs
