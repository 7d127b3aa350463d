// Follows the sample log, by whomever it was filled, and keeps Usage up to date; each hour that is
// over goes to the hourly log before its samples may expire:
//
//   SampleLog --cursor--> own thread --> Usage (seconds, minutes, hours; live values)
//                                   \--> HourlyLog, then SampleLog::expire
//
// Its checkpoint is a time, in the usage tables: what the log gives twice is left out there.
#pragma once

#include "domain/time.hpp"
#include "ingest/log/samples/sample_log.hpp"
#include "projections/usage/usage.hpp"

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
    };
    UsageFollower(SampleLog& samples, HourlyLog& hours, Usage& usage, Settings settings);
    ~UsageFollower();

    void start();
    void stop();  // takes what is in the log by now

    // One round, instead of start(): what has come, waiting so long for the first. False at the
    // log's end.
    bool step(std::chrono::milliseconds wait);

  private:
    void run();
    LogResult<bool> follow(std::chrono::milliseconds wait);
    LogResult<void> close_hours();

    SampleLog& samples_;
    HourlyLog& hours_;
    Usage& usage_;
    const Settings settings_;
    bool restored_ = false;
    bool expiring_ = true;  // there may be something to expire: at the start, with each hour
    std::unique_ptr<SampleCursor> cursor_;
    std::vector<Sample> batch_;
    std::string told_;  // the last complaint, so that it is told once
    std::atomic<bool> stopping_{false};
    std::thread thread_;
};

}  // namespace dibs
