// The world of what the log accepted, beside the one that the writer decides against, so that a
// writer which is deposed goes on from here instead of reading the log again. The writer's thread
// hands over accepted facts; a thread of its own folds them, many at a time, so that this second
// fold costs no command anything.
#pragma once

#include "domain/world.hpp"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace dibs {

class AcceptedWorld {
  public:
    AcceptedWorld();
    ~AcceptedWorld();
    AcceptedWorld(const AcceptedWorld&) = delete;
    AcceptedWorld& operator=(const AcceptedWorld&) = delete;

    // Whole commands in the log's order; waits while very many are not folded yet. Throws once a
    // fact could not be folded.
    void take(std::vector<Recorded> facts);
    // The world of everything taken. Throws as `take` does.
    [[nodiscard]] World copy();

    // Of the newest fact taken; for the thread that takes.
    [[nodiscard]] Instant now() const { return now_; }
    [[nodiscard]] Position position() const { return position_; }

  private:
    void run();
    void catch_up(const std::unique_lock<std::mutex>& world_lock);

    Instant now_;
    Position position_ = 0;

    std::mutex world_mutex_;  // taken before the other one
    World world_;

    std::mutex waiting_mutex_;
    std::condition_variable work_, room_;
    std::vector<Recorded> waiting_;
    std::exception_ptr failure_;
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace dibs
