// Follows the sample log, no matter which node filled it, and keeps Usage up to date. Before its
// samples may expire, each ended hour goes to the hourly log with its users:
//
//   SampleLog --cursor--> own thread --> Usage (seconds, minutes, hours; live values)
//       --cursor, once an hour is over--> UseOfHour <-- bookings of the time
//           \--> HourlyLog, then SampleLog::expire
//
// Its checkpoint is a time, in the usage tables; samples that the log returns twice are ignored
// there. Closing an hour reads it again whole, so a crash before loses nothing.
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
        // age at which samples expire, unless the log does it itself
        Duration kept = std::chrono::hours{24 * 14};
        std::function<Instant()> clock{};
        std::function<void(const std::string&)> complain{};  // gets a sentence for Dibs's log
        // Whether the tables that `holds` reads contain all facts that are in the log now.
        std::function<bool()> facts_are_read{};
        UseOfHour::Holds holds{};
        // While false, it reads no samples and none expire.
        std::function<bool()> clock_is_trusted = [] { return true; };
    };
    UsageFollower(SampleLog& samples, HourlyLog& hours, Usage& usage, Settings settings);
    ~UsageFollower();

    void start();
    void stop();  // first takes what is in the log

    // Runs one round, instead of start(): takes new samples, waiting up to `wait` for the first,
    // and processes a part of an hour being closed. False if nothing is left to do at once.
    bool step(std::chrono::milliseconds wait);

  private:
    struct Closing {
        Usage::EndedHour ended;
        UseOfHour use;
        std::unique_ptr<SampleCursor> cursor;
    };

    void run();
    void check_clock();
    void drop_samples_ahead();
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
    bool expiring_ = true;  // samples may have expired: set at the start and with each closed hour
    bool busy_ = false;     // the last round did not finish
    std::unique_ptr<SampleCursor> cursor_;
    std::optional<Closing> closing_;
    std::vector<Sample> batch_;
    std::string last_problem_;  // the last complaint, so that it is reported once
    std::atomic<bool> stopping_{false};
    std::thread thread_;
};

}  // namespace dibs
