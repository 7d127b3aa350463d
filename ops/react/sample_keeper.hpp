// Readings of the probes -> the sample log, and from there the usage tables:
//
//   probes' thread: take() --pending--> own thread, each second: SampleLog, Usage
//                                       each hour: the hour's figures to the HourlyLog, old samples
//                                       out
//
// At the start the samples that the usage tables do not hold yet are read from the log again.
#pragma once

#include "ingest/clock.hpp"
#include "ingest/log/samples/sample_log.hpp"
#include "ingest/probe/frame.hpp"
#include "projections/usage/usage.hpp"

#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace dibs {

class SampleKeeper {
  public:
    SampleKeeper(SampleLog& log, HourlyLog& hours, Usage& usage, Clock clock, Duration kept);
    ~SampleKeeper();

    // Which of our GPUs a driver's UUID is. Any thread.
    void set_gpus(std::map<std::string, GpuId> by_uuid);
    void take(Instant at, const probe::GpuReading& reading);

    void start();
    void stop();  // stores what is pending

  private:
    void run();
    void catch_up();
    void store(std::vector<Sample> samples);
    void close_hours(Instant now);

    SampleLog& log_;
    HourlyLog& hours_;
    Usage& usage_;
    const Clock clock_;
    const Duration kept_;

    std::vector<HourlyUsage> ended_hours_;  // not in the hourly log yet

    std::mutex mutex_;
    std::condition_variable woken_;
    std::map<std::string, GpuId> gpus_;
    std::vector<Sample> pending_;
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace dibs
