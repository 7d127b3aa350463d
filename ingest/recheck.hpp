// Reads again what a start from a snapshot left out: the log from its first record up to the
// snapshot, beside everything else. The reading rule has to come to the snapshot's own record, and
// pass the one that the tables were made from. Damage found here condemns the log: writer and
// tables stop with it. On a thread of its own, which rests as long as it reads. Owned by the
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
    // `when_sound` is called on its thread, once all was read.
    Recheck(EventLog& log, Checkpoint snapshot, Checkpoint tables,
            std::function<void()> when_sound);
    ~Recheck();  // ends it
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
