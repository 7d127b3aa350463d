// Threads over one queue.
#include "api/loop/work_pool.hpp"

#include "api/loop/turns.hpp"

#include <spdlog/spdlog.h>

namespace dibs {
namespace {

constexpr int nice_behind_the_loop = 10;

}  // namespace

WorkPool::WorkPool(std::size_t threads, std::size_t most_waiting) : most_waiting_(most_waiting) {
    for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { serve(); });
}

WorkPool::~WorkPool() {
    stop();
}

void WorkPool::stop() {
    {
        const std::scoped_lock lock(mutex_);
        stopping_ = true;
    }
    woken_.notify_all();
    for (auto& thread : threads_) thread.join();
    threads_.clear();
    waiting_.clear();  // tasks may hold what owns this pool
}

bool WorkPool::run(Task task) {
    {
        const std::scoped_lock lock(mutex_);
        if (stopping_ || waiting_.size() >= most_waiting_) return false;
        waiting_.push_back(std::move(task));
    }
    woken_.notify_one();
    return true;
}

void WorkPool::serve() {
    step_back(nice_behind_the_loop);
    for (;;) {
        Task task;
        {
            std::unique_lock lock(mutex_);
            woken_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
            if (stopping_) return;
            task = std::move(waiting_.front());
            waiting_.pop_front();
        }
        try {
            task();
        } catch (const std::exception& e) {
            spdlog::error("background work failed: {}", e.what());
        }
    }
}

}  // namespace dibs
