// The bounded queue of commands on their way to the writer. A full queue answers `busy` at once
// instead of blocking. Any thread adds; the writer takes everything that has arrived.
#pragma once

#include "ingest/command_handler.hpp"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <vector>

namespace dibs {

struct Waiting {
    Envelope envelope;
    OnReply on_reply;
    int attempts = 0;  // times a writer decided it and was deposed afterwards
};

class CommandQueue {
  public:
    explicit CommandQueue(std::size_t most) : most_(most) {}

    // Returns false if the queue is full or closed.
    bool add(Waiting& command) {
        {
            const std::lock_guard lock(mutex_);
            if (closed_ || commands_.size() >= most_) return false;
            commands_.push_back(std::move(command));
        }
        arrived_.notify_one();
        return true;
    }

    std::vector<Waiting> take(std::chrono::steady_clock::time_point until) {
        std::unique_lock lock(mutex_);
        arrived_.wait_until(lock, until, [&] { return !commands_.empty() || closed_; });
        std::vector<Waiting> taken(std::make_move_iterator(commands_.begin()),
                                   std::make_move_iterator(commands_.end()));
        commands_.clear();
        return taken;
    }

    void close() {
        {
            const std::lock_guard lock(mutex_);
            closed_ = true;
        }
        arrived_.notify_all();
    }

    [[nodiscard]] std::size_t size() const {
        const std::lock_guard lock(mutex_);
        return commands_.size();
    }

  private:
    const std::size_t most_;
    mutable std::mutex mutex_;
    std::condition_variable arrived_;
    std::deque<Waiting> commands_;
    bool closed_ = false;
};

}  // namespace dibs
