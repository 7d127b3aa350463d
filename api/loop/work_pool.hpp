// A few threads for work that blocks: password hashes (64 MiB each, so two at once), a look at an
// unknown host, big answers. Bounded: what does not fit is refused, never queued without end. They
// run at a lower priority than the loop, which must not wait for a core that one of them has.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace dibs {

class WorkPool {
  public:
    using Task = std::function<void()>;

    explicit WorkPool(std::size_t threads, std::size_t most_waiting = 256);
    ~WorkPool();  // stops
    WorkPool(const WorkPool&) = delete;
    WorkPool& operator=(const WorkPool&) = delete;

    // Drops what waits, finishes what runs, takes nothing more. Idempotent.
    void stop();

    // Any thread. False: too much waits already, or the pool is ending.
    [[nodiscard]] bool run(Task task);

  private:
    void serve();

    const std::size_t most_waiting_;
    std::mutex mutex_;
    std::condition_variable woken_;
    std::deque<Task> waiting_;
    bool stopping_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace dibs
