// The second fold: when it runs, and what happens where it fails.
#include "ingest/accepted_world.hpp"

#include <stdexcept>
#include <string>
#include <utility>

namespace dibs {
namespace {

constexpr std::size_t worth_waking = 1024;  // facts; a thread woken for each would cost more
constexpr std::size_t most_waiting = 16'384;

// Names the fact: this is what an operator reads when Dibs stops.
World folded(World world, const Recorded& fact) {
    try {
        return evolve(std::move(world), fact);
    } catch (const std::exception& error) {
        throw std::runtime_error("The log's fact " + std::to_string(fact.position) + " (" +
                                 std::string(type_of(fact.event)) +
                                 ") cannot be folded: " + error.what());
    }
}

}  // namespace

AcceptedWorld::AcceptedWorld() : thread_([this] { run(); }) {}

AcceptedWorld::~AcceptedWorld() {
    {
        const std::lock_guard lock(waiting_mutex_);
        stopping_ = true;
    }
    work_.notify_one();
    thread_.join();
}

void AcceptedWorld::take(std::vector<Recorded> facts) {
    if (facts.empty()) return;
    now_ = facts.back().at;
    position_ = facts.back().position;
    bool wake = false;
    {
        std::unique_lock lock(waiting_mutex_);
        room_.wait(lock, [&] { return waiting_.size() < most_waiting || failure_; });
        if (failure_) std::rethrow_exception(failure_);
        waiting_.insert(waiting_.end(), std::make_move_iterator(facts.begin()),
                        std::make_move_iterator(facts.end()));
        wake = waiting_.size() >= worth_waking;
    }
    if (wake) work_.notify_one();
}

World AcceptedWorld::copy() {
    const std::unique_lock lock(world_mutex_);
    catch_up(lock);
    return world_;
}

// Folds what waits. Nothing is folded behind a fact that could not be.
void AcceptedWorld::catch_up(const std::unique_lock<std::mutex>& /*world_lock*/) {
    std::vector<Recorded> facts;
    {
        const std::lock_guard lock(waiting_mutex_);
        if (failure_) std::rethrow_exception(failure_);
        facts.swap(waiting_);
    }
    room_.notify_one();
    try {
        for (const auto& fact : facts) world_ = folded(std::move(world_), fact);
    } catch (...) {
        const std::lock_guard lock(waiting_mutex_);
        failure_ = std::current_exception();
        room_.notify_one();
        throw;
    }
}

void AcceptedWorld::run() {
    while (true) {
        {
            std::unique_lock lock(waiting_mutex_);
            work_.wait(lock,
                       [&] { return stopping_ || (waiting_.size() >= worth_waking && !failure_); });
            if (stopping_) return;
        }
        try {
            const std::unique_lock lock(world_mutex_);
            catch_up(lock);
        } catch (...) {  // kept in failure_: whoever takes or copies next gets it
        }
    }
}

}  // namespace dibs
