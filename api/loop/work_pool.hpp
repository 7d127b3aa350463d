// A few threads for work that blocks: password hashes (64 MiB each, so two at once), a look at an
// unknown host, big answers. Bounded: what does not fit is refused, never queued without end. They
// run at a lower priority than the loop, which must not wait for a core that one of them has.
//
// Work may say whose it is: then all of them take turns, and nobody may have more waiting than
// there are places left, so that there is always one for who comes first.
#pragma once

#include <condition_variable>
#include <cstddef>
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

    explicit WorkPool(std::size_t threads, std::size_t most_waiting = 256);
    ~WorkPool();  // stops
    WorkPool(const WorkPool&) = delete;
    WorkPool& operator=(const WorkPool&) = delete;

    // Drops what waits, finishes what runs, takes nothing more. Idempotent.
    void stop();

    // Any thread. False: too much waits already, or the pool is ending.
    [[nodiscard]] bool run(Task task, const std::string& whose = {});

  private:
    void serve();
    [[nodiscard]] bool has_room(const std::string& whose) const;
    [[nodiscard]] Task take_next();

    const std::size_t most_waiting_;
    std::mutex mutex_;
    std::condition_variable woken_;
    std::unordered_map<std::string, std::deque<Task>> waiting_;  // by whose it is; none is empty
    std::deque<std::string> turns_;                              // a name for each of them
    std::size_t waiting_count_ = 0;
    bool stopping_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace dibs
