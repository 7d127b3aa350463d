// Looks once a minute at the tables for what the time, or what was counted up, brings, and says so
// to the writer, on the node that writes:
//
//   tables --each minute--> own thread, each look --command--> CommandHandler --> a fact
//
// Knows nothing but the tables: what was told is on record, so a start, a crash or a second node
// changes nothing. What a command makes of it is the domain's to decide. Owned by the daemon.
#pragma once

#include "domain/kernel/zone.hpp"
#include "domain/world/recorded.hpp"
#include "ingest/clock.hpp"
#include "ingest/command_handler.hpp"
#include "projections/questions/snapshot.hpp"
#include "projections/read_model.hpp"

#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace dibs {

struct MinuteClockParts {
    const ReadModel& model;
    const Zones& zones;
    CommandHandler& commands;
    std::function<bool()> writes;  // this node, with a clock that is trusted
    Clock clock;
};

// What is due by the tables, as commands.
using PeriodicCheck =
    std::function<std::vector<Command>(const Snapshot& tables, const Zones& zones)>;

class MinuteClock {
  public:
    MinuteClock(MinuteClockParts parts, std::vector<PeriodicCheck> checks)
        : parts_(std::move(parts)), checks_(std::move(checks)) {}
    ~MinuteClock();

    void start();
    void request_stop();
    void stop();  // waits for answers: end whoever gives them before
    void step();  // one round, instead of start()

  private:
    void round();  // a step that complains, of the same once
    void run();

    const MinuteClockParts parts_;
    const std::vector<PeriodicCheck> checks_;
    std::string told_;  // the last complaint
    std::atomic<bool> stopping_{false};
    std::thread thread_;
};

}  // namespace dibs
