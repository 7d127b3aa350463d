// Carries out `person.erased` on this node: deletes the keys, then removes the decrypted text from
// every file of this node. Runs on its own thread:
//
//   tables (erased people) -> keys deleted -> read models rebuilt from the log without these keys
//   -> the bytes of the old ones overwritten -> `erased` in the data directory notes the progress
//
// After a kill in between, the next start repeats it: the tables have the erased people, and the
// file does not have the position yet. Each node erases for itself. A key file restored from a
// backup loses the keys again.
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
        std::filesystem::path data;       // the folder of the file `erased`
        std::filesystem::path snapshots;  // of the world (domain state)
        std::function<bool()> ready;      // the tables have the whole log, and all answer
    };
    explicit Eraser(Parts parts);
    ~Eraser();  // stops

    void start();
    void request_stop();
    void stop();
    // Called by the projector.
    void on_facts(const std::vector<Recorded>& facts);
    // Everything that had to be erased up to this fact is erased on this node. Any thread.
    [[nodiscard]] Position done() const { return done_; }

  private:
    void run();
    // Waits; false once the thread has to stop.
    bool pause(std::chrono::milliseconds how_long);
    void carry_out();
    bool rebuild_tables();
    bool scrub();
    void note(Position position);

    const Parts parts_;
    std::atomic<Position> done_{0};
    std::mutex mutex_;
    std::condition_variable woken_;
    bool wanted_ = true;  // under mutex_; true at the start, to find an unfinished erasure
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace dibs
