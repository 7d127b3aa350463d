// Limits how many processes of a host are recorded, and how many of their moves to other GPUs: 500
// at once and 20 a second. The others wait and are recorded when there is room, if they still run.
// Accounts take turns, each with its oldest process first. So a flood of short processes delays a
// long one by minutes at most. Processes that end before that are counted. Pure; one per host, on
// one thread.
#pragma once

#include "ingest/probe/parser/frame.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace dibs::probe {

// Counts processes that ended unrecorded. Ten minutes without one start a new count.
struct NotRecorded {
    Instant since{};
    std::int64_t count = 0;
    friend bool operator==(const NotRecorded&, const NotRecorded&) = default;
};

class ProcessBudget {
  public:
    static constexpr std::int64_t burst = 500;
    static constexpr std::int64_t per_second = 20;

    // `present`: all processes that appeared and are not gone.
    void observe(const std::vector<ProcessReading>& present, Instant now);

    // Pids of present processes that must not be recorded yet, or not on their current GPUs.
    [[nodiscard]] const std::set<std::int64_t>& waiting() const { return waiting_; }
    [[nodiscard]] const NotRecorded& not_recorded() const { return not_recorded_; }

  private:
    struct Entry {
        std::optional<Instant> started{};
        std::string account{};
        std::int64_t order = 0;  // order of arrival, or of the last move
        std::set<std::string> gpus{};
        std::set<std::string> recorded_gpus{};  // empty: not recorded
        bool waits = true;
        bool present = true;
    };

    void refill(Instant now);
    void see(const ProcessReading& reading, Instant now);
    void settle(Entry& entry);
    void count_ended(Instant now);
    void admit();

    std::map<std::int64_t, Entry> entries_;  // by pid
    std::set<std::int64_t> waiting_;
    std::int64_t came_ = 0;
    std::int64_t room_ms_ = burst * 1000;  // thousandths of a process
    std::optional<Instant> refilled_{};
    NotRecorded not_recorded_{};
    Instant last_ended_{};
};

}  // namespace dibs::probe
