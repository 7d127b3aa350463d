// Threads over queues that take turns.
#include "api/loop/work_pool.hpp"

#include "api/loop/turns.hpp"

#include <algorithm>
#include <ctime>
#include <utility>

#include <spdlog/spdlog.h>

namespace dibs {
namespace {

constexpr int nice_behind_the_loop = 10;

std::chrono::nanoseconds cpu_time_of_thread() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return std::chrono::seconds{now.tv_sec} + std::chrono::nanoseconds{now.tv_nsec};
}

}  // namespace

WorkPool::WorkPool(std::size_t threads, std::size_t most_waiting)
    : WorkPool(threads, most_waiting, Share{}, {}) {}

WorkPool::WorkPool(std::size_t threads, std::size_t most_waiting, Share each, Account account)
    : most_waiting_(most_waiting), each_(each), account_(std::move(account)) {
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
    queues_.clear();  // tasks may hold what owns this pool
}

WorkPool::Taken WorkPool::may_take(const std::string& owner) const {
    if (stopping_ || waiting_count_ >= most_waiting_) return Taken::no_room;
    const auto queue = queues_.find(owner);
    if (owner.empty() || queue == queues_.end()) return Taken::yes;
    const auto waiting = queue->second.waiting.size();
    if (waiting >= each_.waiting) return Taken::over_share;
    return waiting < most_waiting_ - waiting_count_ || waiting == 0 ? Taken::yes : Taken::no_room;
}

WorkPool::Taken WorkPool::run(Task task, const std::string& owner) {
    {
        const std::scoped_lock lock(mutex_);
        if (const auto taken = may_take(owner); taken != Taken::yes) return taken;
        auto& queue = queues_[owner];
        if (queue.waiting.empty()) turns_.push_back(owner);
        queue.waiting.push_back(std::move(task));
        ++waiting_count_;
    }
    woken_.notify_one();
    return Taken::yes;
}

bool WorkPool::may_begin(const std::string& owner) const {
    return owner.empty() || queues_.at(owner).running < each_.running;
}

std::deque<std::string>::iterator WorkPool::next_turn() {
    return std::find_if(turns_.begin(), turns_.end(),
                        [this](const std::string& owner) { return may_begin(owner); });
}

void WorkPool::end_turn(const std::string& owner) {
    const auto queue = queues_.find(owner);
    --queue->second.running;
    if (queue->second.running == 0 && queue->second.waiting.empty()) queues_.erase(queue);
}

void WorkPool::serve() {
    step_back(nice_behind_the_loop);
    std::unique_lock lock(mutex_);
    for (;;) {
        auto turn = turns_.end();
        woken_.wait(lock, [&] {
            turn = next_turn();
            return stopping_ || turn != turns_.end();
        });
        if (stopping_) return;
        const auto owner = std::move(*turn);
        turns_.erase(turn);
        auto& queue = queues_.at(owner);
        auto task = std::move(queue.waiting.front());
        queue.waiting.pop_front();
        --waiting_count_;
        ++queue.running;
        if (!queue.waiting.empty()) turns_.push_back(owner);
        const bool more = next_turn() != turns_.end();  // for another thread that waits
        lock.unlock();
        if (more) woken_.notify_one();
        work(task, owner);
        task = nullptr;  // what it holds goes without the lock
        lock.lock();
        end_turn(owner);
    }
}

void WorkPool::work(const Task& task, const std::string& owner) const {
    const auto before = cpu_time_of_thread();
    try {
        task();
    } catch (const std::exception& e) {
        spdlog::error("background work failed: {}", e.what());
    }
    if (account_) account_(owner, cpu_time_of_thread() - before);
}

}  // namespace dibs
