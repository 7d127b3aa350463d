// A token bucket, and turns by account.
#include "ingest/probe/process_budget.hpp"

#include "ingest/probe/process_watch.hpp"

#include <algorithm>
#include <utility>

namespace dibs::probe {
namespace {

constexpr std::int64_t one_process = 1000;  // in units of room_ms_
constexpr Duration quiet_time = std::chrono::minutes{10};

}  // namespace

void ProcessBudget::observe(const std::vector<ProcessReading>& present, Instant now) {
    refill(now);
    for (auto& [pid, entry] : entries_) {
        entry.present = false;
        entry.gpus.clear();
    }
    for (const auto& reading : present) see(reading, now);
    std::vector<std::int64_t> ended;
    for (auto& [pid, entry] : entries_) {
        if (!entry.present) ended.push_back(pid);
        settle(entry);
    }
    for (const auto pid : ended) {
        if (entries_.at(pid).recorded_gpus.empty()) count_ended(now);
        entries_.erase(pid);
    }
    admit();
}

// A clock that was set back adds no room.
void ProcessBudget::refill(Instant now) {
    const auto passed = now - refilled_.value_or(now);
    refilled_ = now;
    if (passed <= Duration::zero()) return;
    const auto most = Duration{burst * 1000 / per_second};
    room_ms_ =
        std::min(burst * one_process, room_ms_ + std::min(passed, most).count() * per_second);
}

void ProcessBudget::see(const ProcessReading& reading, Instant now) {
    const auto started = reading.owner ? std::optional(reading.owner->started) : std::nullopt;
    auto [at, is_new] = entries_.try_emplace(reading.pid);
    auto& entry = at->second;
    const bool another = entry.started && started && !same_start(*entry.started, *started);
    if (another && entry.recorded_gpus.empty()) count_ended(now);
    if (is_new || another) entry = {started, {}, ++came_};
    if (!entry.started) entry.started = started;
    if (reading.owner) entry.account = reading.owner->user;
    entry.gpus.insert(reading.gpu_uuid + (reading.slice_unknown ? "?" : ""));
    entry.present = true;
}

// A move queues behind all waiting entries. A process back on its recorded GPUs has nothing to
// record.
void ProcessBudget::settle(Entry& entry) {
    if (!entry.present || entry.recorded_gpus.empty()) return;
    const bool moved = entry.gpus != entry.recorded_gpus;
    if (moved && !entry.waits) entry.order = ++came_;
    entry.waits = moved;
}

void ProcessBudget::count_ended(Instant now) {
    if (not_recorded_.count == 0 || now - last_ended_ > quiet_time) not_recorded_ = {now, 0};
    ++not_recorded_.count;
    last_ended_ = now;
}

void ProcessBudget::admit() {
    std::map<std::string_view, std::map<std::int64_t, std::int64_t>> by_account;  // order -> pid
    for (const auto& [pid, entry] : entries_) {
        if (entry.waits) by_account[entry.account].emplace(entry.order, pid);
    }
    while (!by_account.empty() && room_ms_ >= one_process) {
        for (auto turn = by_account.begin(); turn != by_account.end() && room_ms_ >= one_process;) {
            const auto oldest = turn->second.begin();
            auto& entry = entries_.at(oldest->second);
            entry.waits = false;
            entry.recorded_gpus = entry.gpus;
            room_ms_ -= one_process;
            turn->second.erase(oldest);
            turn = turn->second.empty() ? by_account.erase(turn) : std::next(turn);
        }
    }
    waiting_.clear();
    for (const auto& [account, queue] : by_account) {
        for (const auto& [order, pid] : queue) waiting_.insert(pid);
    }
}

}  // namespace dibs::probe
