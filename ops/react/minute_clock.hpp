// Checks the tables once a minute for due commands, and submits them, on the node that writes:
//
//   tables --each minute--> own thread, each check --command--> CommandHandler --> a fact
//
// Keeps no state: reports are on record, so a start, a crash or a second node changes nothing. The
// domain decides about each command. Owned by the daemon.
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
    std::function<bool()> writes;  // true if this node writes with a trusted clock
    Clock clock;
};

// Returns the commands that are due according to the tables.
using PeriodicCheck =
    std::function<std::vector<Command>(const Snapshot& tables, const Zones& zones)>;

class MinuteClock {
  public:
    MinuteClock(MinuteClockParts parts, std::vector<PeriodicCheck> checks)
        : parts_(std::move(parts)), checks_(std::move(checks)) {}
    ~MinuteClock();

    void start();
    void request_stop();
    void stop();  // waits for answers: first stop the parts that give them
    void step();  // one round, instead of start()

  private:
    void round();  // a step that logs each new complaint once
    void run();

    const MinuteClockParts parts_;
    const std::vector<PeriodicCheck> checks_;
    std::string last_complaint_;  // the last complaint
    std::atomic<bool> stopping_{false};
    std::thread thread_;
};

}  // namespace dibs
