// A few threads for what cannot be done without waiting: looking up names and SSH handshakes.
// Jobs run in the order given. Owned by the pool; any thread may add.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace dibs::ssh {

class Workers {
  public:
    explicit Workers(int count);
    ~Workers();  // waits for the jobs that run; those that wait are dropped
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    void add(std::function<void()> job);

  private:
    void run();

    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<std::function<void()>> jobs_;
    bool stopping_{false};
    std::vector<std::thread> threads_;
};

}  // namespace dibs::ssh
