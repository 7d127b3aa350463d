// Follows the sample log for idle bookings, and reports them to the writer:
//
//   SampleLog --cursor--> own thread --> IdleWatch --ReportIdle, ReportInUse--> CommandHandler
//   bookings that run now <-- tables
//
// Only the node that writes reports. Samples are read only while the rules ask for it, or a booking
// is still on record as idle. Its state is in memory: idle time is counted from zero after a start,
// so unobserved time never costs a booking. The results of reports are on record.
#pragma once

#include "domain/reservation/idle_watch.hpp"
#include "ingest/clock.hpp"
#include "ingest/command_handler.hpp"
#include "ingest/log/samples/sample_log.hpp"
#include "projections/read_model.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace dibs {

struct IdleFollowing {
    SampleLog& samples;
    ReadModel& model;
    CommandHandler& commands;
    std::function<bool()> writes;  // true if this node writes with a trusted clock
    Clock clock;
    std::function<void(const std::string&)> complain;
};

class IdleFollower {
  public:
    explicit IdleFollower(IdleFollowing parts) : parts_(std::move(parts)) {}
    ~IdleFollower();

    void start();
    void request_stop();
    void stop();
    // One round, instead of start(): reads new samples, and reports if a report is due.
    void step(std::chrono::milliseconds wait);

  private:
    void run();
    [[nodiscard]] bool refresh(Instant now);
    void follow(Instant now, std::chrono::milliseconds wait);
    void complain(const std::string& problem);

    const IdleFollowing parts_;
    IdleWatch watch_;
    std::unique_ptr<SampleCursor> cursor_;
    std::vector<Sample> batch_;
    bool wanted_ = false;
    Instant looked_{}, reported_{};
    std::string last_complaint_;  // the last complaint
    std::atomic<bool> stopping_{false};
    std::thread thread_;
};

}  // namespace dibs
