// A few threads for work that blocks: password hashes (64 MiB each, so two at once), a look at an
// unknown host, large answers. Bounded: work that does not fit is refused, never queued without
// end. The threads have a lower priority than the loop, which must not wait for a core that one of
// them has.
//
// Work may name its owner. Owners take turns, no owner may have more waiting than there are places
// left, so that there is always one for a newcomer, and none may exceed its share of the pool.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

namespace dibs {

class WorkPool {
  public:
    using Task = std::function<void()>;

    // What one owner may have of the pool.
    struct Share {
        std::size_t running = SIZE_MAX;
        std::size_t waiting = SIZE_MAX;
    };
    enum class Taken {
        yes,
        no_room,    // too much waits already, or the pool is ending
        over_share  // the owner has its share of what waits
    };
    // Called on the pool's threads after each task: the CPU time that it took.
    using Account = std::function<void(const std::string& owner, std::chrono::nanoseconds)>;

    explicit WorkPool(std::size_t threads, std::size_t most_waiting = 256);
    WorkPool(std::size_t threads, std::size_t most_waiting, Share each, Account account);
    ~WorkPool();  // stops
    WorkPool(const WorkPool&) = delete;
    WorkPool& operator=(const WorkPool&) = delete;

    // Drops what waits, finishes what runs, takes nothing more. Idempotent.
    void stop();

    // Any thread. Work without an owner has no share, and takes turns as one owner.
    [[nodiscard]] Taken run(Task task, const std::string& owner = {});

  private:
    struct Queue {
        std::deque<Task> waiting;
        std::size_t running = 0;
    };

    void serve();
    void work(const Task& task, const std::string& owner) const;
    [[nodiscard]] Taken may_take(const std::string& owner) const;
    [[nodiscard]] bool may_begin(const std::string& owner) const;
    [[nodiscard]] std::deque<std::string>::iterator next_turn();
    void end_turn(const std::string& owner);

    const std::size_t most_waiting_;
    const Share each_;
    const Account account_;
    std::mutex mutex_;
    std::condition_variable woken_;
    std::unordered_map<std::string, Queue> queues_;  // of owners with work that waits or runs
    std::deque<std::string> turns_;                  // owners with work that waits, each once
    std::size_t waiting_count_ = 0;
    bool stopping_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace dibs
