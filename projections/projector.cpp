// See projector.hpp. A batch goes log -> facts -> one transaction -> position -> waiters ->
// listeners.
#include "projections/projector.hpp"

#include "projections/store/checkpoint_row.hpp"

#include <stdexcept>
#include <utility>

#include <spdlog/spdlog.h>

namespace dibs {

Projector::Projector(EventLog& log, const Sealer& sealer, ReadModel& model, Settings settings)
    : log_(log), sealer_(sealer), model_(model), settings_(settings) {
    position_ = projections::stored_position(model_.facts().read());
}

Projector::~Projector() {
    stop();
}

void Projector::start() {
    thread_ = std::thread([this] { run(); });
}

void Projector::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    woken_.notify_all();
    if (thread_.joinable()) thread_.join();
    release_all();
}

void Projector::notify() {
    {
        const std::lock_guard lock(mutex_);
        notified_ = true;
    }
    woken_.notify_all();
}

void Projector::subscribe(std::function<void(const Batch&)> listener) {
    listeners_.push_back(std::move(listener));
}

void Projector::run() {
    while (!stopping_) {
        step();
        settle(SteadyClock::now());
        std::unique_lock lock(mutex_);
        if (status_.error.empty()) continue;
        // In trouble: retry after a pause, but let deadlines expire meanwhile.
        const auto resume = SteadyClock::now() + settings_.pause;
        while (!stopping_ && !notified_ && SteadyClock::now() < resume) {
            woken_.wait_for(lock, settings_.wait);
            lock.unlock();
            settle(SteadyClock::now());
            lock.lock();
        }
        notified_ = false;
    }
}

bool Projector::step() {
    if (status().stopped) return false;
    try {
        notify_of_swaps();
        if (!reader_) {
            const auto stored = projections::stored_checkpoint(model_.facts().read());
            reader_ = std::make_unique<FactReader>(log_, sealer_, stored.value_or(Checkpoint{}));
        }
        if (!goal_) {
            if (const auto newest = log_.newest()) goal_ = *newest;
        }
        auto facts = reader_->next(settings_.batch, settings_.wait);
        if (!facts) {
            fail(std::move(facts.error()));
            return false;
        }
        if (facts->moved) return take(std::move(facts->all));
        // Nothing within the wait is not yet the end: a remote log takes longer to begin.
        reached(reader_->read_up_to());
        return false;
    } catch (const std::exception& error) {
        fail_and_reread({error.what(), true});
        return false;
    }
}

bool Projector::take(std::vector<Recorded> facts) {
    const auto batch = std::make_shared<const std::vector<Recorded>>(std::move(facts));
    if (!commit(*batch)) return false;
    settle(SteadyClock::now());
    if (batch->empty()) return true;
    for (const auto& listener : listeners_) listener(batch);
    return true;
}

bool Projector::commit(const std::vector<Recorded>& facts) {
    const auto& checkpoint = reader_->checkpoint();
    auto txn = model_.facts().write();
    const auto present = present_in(txn, model_.projections());
    for (const auto& fact : facts) project(txn, present, fact);
    projections::store_checkpoint(txn, checkpoint);
    if (auto done = txn.commit(); !done) {
        fail_and_reread({done.error().text});
        return false;
    }
    position_.store(checkpoint.position, std::memory_order_release);
    reached(checkpoint.read_after());
    return true;
}

void Projector::notify_of_swaps() {
    const auto swapped = model_.behind().swapped();
    if (std::exchange(swapped_, swapped) != swapped) on_swapped_();
}

// Under load the log never ends, so the end that it had at the start counts as caught up.
void Projector::reached(Offset read) {
    {
        const std::lock_guard lock(mutex_);
        if (!status_.error.empty()) spdlog::info("tables: read on");
        status_.error.clear();
        status_.answers = true;
        good_at_ = SteadyClock::now();
        in_trouble_ = false;
        if (goal_ && !caught_up()) status_.share = share_read(read, *goal_);
    }
    read_up_to_.store(read, std::memory_order_release);
    if (!goal_ || read < *goal_ || caught_up()) return;
    caught_up_.store(true, std::memory_order_release);
    on_caught_up_();
}

bool Projector::holds_all() const {
    if (!caught_up()) return false;
    const auto newest = log_.newest();
    return newest && read_up_to_.load(std::memory_order_acquire) >= *newest;
}

void Projector::fail(FactReader::Trouble trouble) {
    const std::lock_guard lock(mutex_);
    if (status_.error != trouble.text) {
        spdlog::log(trouble.for_good ? spdlog::level::critical : spdlog::level::warn,
                    "tables: {}: {}", trouble.for_good ? "STOPPED" : "wait", trouble.text);
    }
    status_.stopped = trouble.for_good;
    status_.answers = !trouble.for_good && !trouble.gone;
    status_.error = std::move(trouble.text);
    in_trouble_ = true;
}

// The reader is ahead of the tables. The next reader starts at their checkpoint.
void Projector::fail_and_reread(FactReader::Trouble trouble) {
    fail(std::move(trouble));
    reader_.reset();
}

void Projector::settle(SteadyClock::time_point now) {
    std::vector<std::pair<std::function<void(bool)>, bool>> due;
    {
        const std::lock_guard lock(mutex_);
        const Position reached = position();
        for (auto it = waiters_.begin(); it != waiters_.end();) {
            const bool there = it->first <= reached;
            if (!there && it->second.deadline > now) {
                ++it;
                continue;
            }
            due.emplace_back(std::move(it->second.callback), there);
            it = waiters_.erase(it);
        }
    }
    woken_.notify_all();
    for (const auto& [callback, there] : due) callback(there);
}

void Projector::release_all() {
    std::multimap<Position, Waiter> left;
    {
        const std::lock_guard lock(mutex_);
        left.swap(waiters_);
    }
    for (const auto& [position, waiter] : left) waiter.callback(false);
}

bool Projector::wait_for(Position wanted, SteadyClock::time_point deadline) {
    std::unique_lock lock(mutex_);
    return woken_.wait_until(lock, deadline, [&] { return position() >= wanted || stopping_; }) &&
           position() >= wanted;
}

void Projector::when_reached(Position wanted, SteadyClock::time_point deadline,
                             std::function<void(bool)> callback) {
    {
        const std::lock_guard lock(mutex_);
        if (position() < wanted && !stopping_) {
            waiters_.emplace(wanted, Waiter{deadline, std::move(callback)});
            return;
        }
    }
    callback(position() >= wanted);
}

std::optional<std::chrono::seconds> Projector::age() const {
    if (!in_trouble_) return std::nullopt;
    const std::lock_guard lock(mutex_);
    return std::chrono::floor<std::chrono::seconds>(SteadyClock::now() - good_at_);
}

Projector::Status Projector::status() const {
    const std::lock_guard lock(mutex_);
    Status status = status_;
    status.position = position();
    status.caught_up = caught_up();
    return status;
}

}  // namespace dibs
