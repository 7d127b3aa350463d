// A queue under one mutex. On stopping, jobs that have not begun are dropped and those that run are
// waited for.
#include "ingest/ssh/workers.hpp"

namespace dibs::ssh {

Workers::Workers(int count) {
    for (int i = 0; i < count; ++i) {
        threads_.emplace_back([this] { run(); });
    }
}

Workers::~Workers() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    wake_.notify_all();
    for (auto& thread : threads_) {
        thread.join();
    }
}

void Workers::add(std::function<void()> job) {
    {
        const std::lock_guard lock(mutex_);
        jobs_.push_back(std::move(job));
    }
    wake_.notify_one();
}

void Workers::run() {
    for (;;) {
        std::function<void()> job;
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [this] { return stopping_ || !jobs_.empty(); });
            if (stopping_) {
                return;
            }
            job = std::move(jobs_.front());
            jobs_.pop_front();
        }
        job();
    }
}

}  // namespace dibs::ssh
