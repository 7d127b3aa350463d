// Looks for people whose week is over and who want its report, and says so to the writer:
//
//   tables --each minute--> own thread --CallWeekOver--> CommandHandler -->
//   person.weekly_report_due
//
// Knows nothing but the tables: what was told is on record, so a start, a crash or a second node
// changes nothing. Owned by the daemon.
#pragma once

#include "domain/zone.hpp"
#include "ingest/clock.hpp"
#include "ingest/command_handler.hpp"
#include "projections/questions/snapshot.hpp"
#include "projections/read_model.hpp"

#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace dibs::weekly {

struct Due {
    PersonId person;
    std::string week;
};
// All who want it, whose week is over on their own clock (UTC, if they chose no zone).
[[nodiscard]] std::vector<Due> all_due(const Snapshot& tables, const Zones& zones);

struct WeekClockParts {
    const ReadModel& model;
    const Zones& zones;
    CommandHandler& commands;
    std::function<bool()> writes;  // this node, with a clock that is trusted
    Clock clock;
};

class WeekClock {
  public:
    explicit WeekClock(WeekClockParts parts) : parts_(std::move(parts)) {}
    ~WeekClock();

    void start();
    void request_stop();
    void stop();  // waits for answers: end whoever gives them before
    void step();  // one round, instead of start()

  private:
    void round();  // a step that complains, of the same once
    void run();

    const WeekClockParts parts_;
    std::string told_;  // the last complaint
    std::atomic<bool> stopping_{false};
    std::thread thread_;
};

}  // namespace dibs::weekly
