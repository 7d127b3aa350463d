// The second fold: when it runs, and what happens after a failure.
#include "ingest/accepted_world.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace dibs {
namespace {

constexpr std::size_t worth_waking = 4096;  // facts; waking the thread for each would cost more
constexpr std::size_t most_waiting = 16'384;

// Names the fact in the error, because an operator reads it when Dibs stops.
World folded(World world, const Recorded& fact) {
    try {
        return evolve(std::move(world), fact);
    } catch (const std::exception& error) {
        throw std::runtime_error("The log's fact " + std::to_string(fact.position) + " (" +
                                 std::string(fact.event.type()) +
                                 ") cannot be folded: " + error.what());
    }
}

}  // namespace

AcceptedWorld::AcceptedWorld(Save save) : save_(std::move(save)), thread_([this] { run(); }) {}

AcceptedWorld::~AcceptedWorld() {
    {
        const std::lock_guard lock(waiting_mutex_);
        stopping_ = true;
    }
    work_.notify_one();
    thread_.join();
}

void AcceptedWorld::begin(WorldSnapshot snapshot) {
    now_ = snapshot.world.now;
    position_ = snapshot.world.position;
    const std::scoped_lock lock(world_mutex_, waiting_mutex_);
    waiting_checkpoint_ = snapshot.checkpoint;
    folded_ = std::move(snapshot);
}

void AcceptedWorld::take(std::vector<Recorded> facts, const Checkpoint& checkpoint) {
    const auto known = std::find_if(facts.begin(), facts.end(), [this](const Recorded& fact) {
        return fact.position > position_;
    });
    facts.erase(facts.begin(), known);
    if (checkpoint.position < position_) return;
    if (!facts.empty()) {
        now_ = facts.back().at;
        position_ = facts.back().position;
    }
    bool wake = false;
    {
        std::unique_lock lock(waiting_mutex_);
        room_.wait(lock, [&] { return waiting_.size() < most_waiting || failure_; });
        if (failure_) std::rethrow_exception(failure_);
        waiting_.insert(waiting_.end(), std::make_move_iterator(facts.begin()),
                        std::make_move_iterator(facts.end()));
        waiting_checkpoint_ = checkpoint;
        wake = waiting_.size() >= worth_waking;
    }
    if (wake) work_.notify_one();
}

std::size_t AcceptedWorld::waiting() const {
    const std::lock_guard lock(waiting_mutex_);
    return waiting_.size();
}

void AcceptedWorld::adopt(const World& world) {
    std::vector<Recorded> folded_already;  // freed without the locks
    const std::scoped_lock lock(world_mutex_, waiting_mutex_);
    folded_already.swap(waiting_);
    folded_.world = world;
    folded_.checkpoint = waiting_checkpoint_;
}

World AcceptedWorld::copy() {
    const std::unique_lock lock(world_mutex_);
    catch_up(lock);
    return folded_.world;
}

void AcceptedWorld::save_soon() {
    {
        const std::lock_guard lock(waiting_mutex_);
        to_save_ = true;
    }
    work_.notify_one();
}

// Folds the waiting facts. Folds nothing after a fact that could not be folded.
void AcceptedWorld::catch_up(const std::unique_lock<std::mutex>& /*world_lock*/) {
    std::vector<Recorded> facts;
    {
        const std::lock_guard lock(waiting_mutex_);
        if (failure_) std::rethrow_exception(failure_);
        facts.swap(waiting_);
        folded_.checkpoint = waiting_checkpoint_;
    }
    room_.notify_one();
    try {
        for (const auto& fact : facts) folded_.world = folded(std::move(folded_.world), fact);
    } catch (...) {
        const std::lock_guard lock(waiting_mutex_);
        failure_ = std::current_exception();
        room_.notify_one();
        throw;
    }
}

// Saves a copy, so that folding and copying continue while a file is written.
void AcceptedWorld::work() {
    std::unique_lock lock(world_mutex_);
    catch_up(lock);
    {
        const std::lock_guard waiting_lock(waiting_mutex_);
        if (!std::exchange(to_save_, false) || !save_) return;
    }
    const WorldSnapshot copy = folded_;
    lock.unlock();
    save_(copy);
}

void AcceptedWorld::run() {
    while (true) {
        {
            std::unique_lock lock(waiting_mutex_);
            work_.wait(lock, [&] {
                const bool much = waiting_.size() >= worth_waking || to_save_;
                return stopping_ || (much && !failure_);
            });
            if (stopping_) return;
        }
        try {
            work();
        } catch (...) {  // kept in failure_; the next take or copy throws it
        }
    }
}

}  // namespace dibs
