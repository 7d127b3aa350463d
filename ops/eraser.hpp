// Carries out on this node what `person.erased` says: deletes the keys, then sees to it that no
// file here holds what they sealed. On a thread of its own:
//
//   tables (who is erased) -> keys deleted -> read models made anew from a log that reads without
//   them -> the bytes of the old ones overwritten -> `erased` in the data directory says how far
//
// Killed in between, the next start does it again: the tables know who is erased, and the file does
// not say so yet. Each node does it for itself; a key file put back from a backup loses the keys
// again.
#pragma once

#include "domain/world/recorded.hpp"
#include "ingest/clock.hpp"
#include "ingest/keys/keys.hpp"
#include "projections/read_model.hpp"
#include "projections/rebuilder.hpp"

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace dibs {

class Eraser {
  public:
    struct Parts {
        Keys& keys;
        ReadModel& model;
        Rebuilder& rebuilder;
        Clock clock;
        std::filesystem::path data;       // where it notes how far it is
        std::filesystem::path snapshots;  // of the world
        std::function<bool()> ready;      // the tables hold the log, and all of them answer
    };
    explicit Eraser(Parts parts);
    ~Eraser();  // stops

    void start();
    void request_stop();
    void stop();
    // Follows the projector.
    void on_facts(const std::vector<Recorded>& facts);
    // All that was to be erased up to this fact is gone from this node. Any thread.
    [[nodiscard]] Position done() const { return done_; }

  private:
    void run();
    // Waits; false once it is told to stop.
    bool pause(std::chrono::milliseconds how_long);
    void carry_out();
    bool make_tables_anew();
    bool scrub();
    void note(Position position);

    const Parts parts_;
    std::atomic<Position> done_{0};
    std::mutex mutex_;
    std::condition_variable woken_;
    bool wanted_ = true;  // under mutex_; at a start it looks whether something was left
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace dibs
