// Ends the process after a timeout, even if a thread hangs: the service manager that sent SIGTERM
// waits for it. main makes it when the stop begins and destroys it when the stop is done.
// All acknowledged facts are in the log by then, and the tables are made from the log.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <thread>

#include <spdlog/spdlog.h>

namespace dibs {

class ShutdownWatchdog {
  public:
    explicit ShutdownWatchdog(std::chrono::seconds limit)
        : thread_([this, limit] { watch(limit); }) {}
    ShutdownWatchdog(const ShutdownWatchdog&) = delete;
    ShutdownWatchdog& operator=(const ShutdownWatchdog&) = delete;
    ~ShutdownWatchdog() {
        {
            const std::lock_guard lock(mutex_);
            done_ = true;
        }
        changed_.notify_one();
        thread_.join();
    }

  private:
    void watch(std::chrono::seconds limit) {
        std::unique_lock lock(mutex_);
        if (changed_.wait_for(lock, limit, [this] { return done_; })) return;
        spdlog::critical("something still runs {} s after the stop began: the process ends now",
                         limit.count());
        std::_Exit(EXIT_FAILURE);
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    bool done_ = false;
    std::thread thread_;
};

}  // namespace dibs
