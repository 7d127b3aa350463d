// Threads over queues that take turns.
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

bool WorkPool::has_room(const std::string& whose) const {
    const auto left = most_waiting_ - waiting_count_;
    const auto own = waiting_.find(whose);
    const bool greedy = !whose.empty() && own != waiting_.end() && own->second.size() >= left;
    return left > 0 && !greedy;
}

bool WorkPool::run(Task task, const std::string& whose) {
    {
        const std::scoped_lock lock(mutex_);
        if (stopping_ || !has_room(whose)) return false;
        auto& own = waiting_[whose];
        if (own.empty()) turns_.push_back(whose);
        own.push_back(std::move(task));
        ++waiting_count_;
    }
    woken_.notify_one();
    return true;
}

WorkPool::Task WorkPool::take_next() {
    auto whose = std::move(turns_.front());
    turns_.pop_front();
    const auto own = waiting_.find(whose);
    auto task = std::move(own->second.front());
    own->second.pop_front();
    --waiting_count_;
    if (own->second.empty()) {
        waiting_.erase(own);
    } else {
        turns_.push_back(std::move(whose));
    }
    return task;
}

void WorkPool::serve() {
    step_back(nice_behind_the_loop);
    for (;;) {
        Task task;
        {
            std::unique_lock lock(mutex_);
            woken_.wait(lock, [this] { return stopping_ || waiting_count_ > 0; });
            if (stopping_) return;
            task = take_next();
        }
        try {
            task();
        } catch (const std::exception& e) {
            spdlog::error("background work failed: {}", e.what());
        }
    }
}

}  // namespace dibs
