// Rereads the part of the log that a start from a snapshot skipped, from the first record to the
// snapshot. The reading rule must reach the snapshot's own record, and pass the record that the
// tables were made from. Damage found here condemns the log: the writer and the tables stop.
//
// Runs on a thread of its own, beside everything else, and rests as long as it reads. Owned by the
// writer.
#pragma once

#include "domain/log/checkpoint.hpp"
#include "domain/log/event_log.hpp"

#include <atomic>
#include <functional>
#include <thread>

namespace dibs {

class Recheck {
  public:
    // Calls `when_sound` on its thread, once everything was read.
    Recheck(EventLog& log, Checkpoint snapshot, Checkpoint tables,
            std::function<void()> when_sound);
    ~Recheck();  // stops the thread
    Recheck(const Recheck&) = delete;
    Recheck& operator=(const Recheck&) = delete;

  private:
    void run();

    EventLog& log_;
    const Checkpoint snapshot_, tables_;
    const std::function<void()> when_sound_;
    std::atomic<bool> stopping_{false};
    std::thread thread_;
};

}  // namespace dibs
