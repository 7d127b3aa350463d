// Follows the sample log, by whomever it was filled, and keeps Usage up to date; each hour that is
// over goes to the hourly log before its samples may expire, with who used the GPUs:
//
//   SampleLog --cursor--> own thread --> Usage (seconds, minutes, hours; live values)
//             --cursor, once an hour is over--> UseOfHour <-- bookings of the time
//                                   \--> HourlyLog, then SampleLog::expire
//
// Its checkpoint is a time, in the usage tables: what the log gives twice is left out there. An
// hour is read again as a whole when it is closed, so that a crash before loses nothing.
#pragma once

#include "domain/kernel/time.hpp"
#include "ingest/log/samples/sample_log.hpp"
#include "projections/usage/usage.hpp"
#include "projections/usage/use_of_hour.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>

namespace dibs {

class UsageFollower {
  public:
    struct Settings {
        Duration kept = std::chrono::hours{24 * 14};  // samples, where the log does not see to it
        std::function<Instant()> clock{};
        std::function<void(const std::string&)> complain{};  // a sentence for the log lines
        // Whether all facts that the log has now are in the tables that `holds` reads.
        std::function<bool()> facts_are_read{};
        UseOfHour::Holds holds{};
        // While it is not, no samples are read by it and none expire.
        std::function<bool()> clock_is_trusted = [] { return true; };
    };
    UsageFollower(SampleLog& samples, HourlyLog& hours, Usage& usage, Settings settings);
    ~UsageFollower();

    void start();
    void stop();  // takes what is in the log by now

    // One round, instead of start(): what has come, waiting so long for the first, and a part of an
    // hour that is to be closed. False if there is nothing more to do at once.
    bool step(std::chrono::milliseconds wait);

  private:
    struct Closing {
        Usage::EndedHour ended;
        UseOfHour use;
        std::unique_ptr<SampleCursor> cursor;
    };

    void run();
    void look_at_clock();
    void leave_out_ahead();
    LogResult<bool> follow(std::chrono::milliseconds wait);
    LogResult<bool> close_hours();
    LogResult<bool> begin_closing();
    LogResult<void> store_closed();
    LogResult<void> expire();

    SampleLog& samples_;
    HourlyLog& hours_;
    Usage& usage_;
    const Settings settings_;
    bool restored_ = false;
    bool expiring_ = true;  // there may be something to expire: at the start, with each hour
    bool busy_ = false;     // the last round did not come to its end
    std::unique_ptr<SampleCursor> cursor_;
    std::optional<Closing> closing_;
    std::vector<Sample> batch_;
    std::string told_;  // the last complaint, so that it is told once
    std::atomic<bool> stopping_{false};
    std::thread thread_;
};

}  // namespace dibs
