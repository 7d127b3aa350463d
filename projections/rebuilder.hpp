// Rebuilds the tables of read models that are behind, one after the other, alongside those that
// answer:
//
//   log from the first fact --FactReader--> the free place, with a checkpoint of its own
//       --at the projector's position, in one transaction--> they answer, the projector goes on
//
// After a kill it continues from its checkpoint. Runs on its own thread, which ends with its work.
// Each batch holds the store's only write transaction for some milliseconds, no longer than the
// projector can wait.
#pragma once

#include "projections/fact_reader.hpp"
#include "projections/read_model.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace dibs {

class Rebuilder {
  public:
    struct Settings {
        std::size_t batch = 2048;               // records in one transaction
        std::chrono::milliseconds wait{50};     // one read of the log
        std::chrono::milliseconds pause{1000};  // after an error that may pass
        std::chrono::milliseconds pause_when_full{60'000};
    };
    Rebuilder(EventLog& log, const Sealer& sealer, ReadModel& model)
        : Rebuilder(log, sealer, model, Settings{}) {}
    Rebuilder(EventLog& log, const Sealer& sealer, ReadModel& model, Settings settings);
    ~Rebuilder();  // calls stop()

    void start();
    void stop();
    // Starts to rebuild all read models from the first fact and discards rebuilds in progress. The
    // present tables answer meanwhile. Done once no read model is behind. Call between start() and
    // stop(), from one thread. Throws if the tables cannot be written.
    void make_all_anew();
    // Call after make_all_anew(), once no read model is behind. Deletes all rows of the previous
    // tables. Throws if they cannot be written.
    void clear_what_was_before();

    // Runs one step on the caller's thread, instead of start(). For tests. True if something was
    // committed.
    bool step();

  private:
    void run();
    void begin(const Projection& projection);
    bool advance(std::vector<Recorded> facts);
    bool detect_cut_log();
    void publish_progress();
    void finish();
    void give_up(std::string trouble);
    void pause_rebuild(std::string trouble, std::chrono::milliseconds pause);

    EventLog& log_;
    const Sealer& sealer_;
    ReadModel& model_;
    const Settings settings_;
    const Projection* making_ = nullptr;  // the one being rebuilt
    Behind progress_;
    std::unique_ptr<FactReader> reader_;
    std::optional<Offset> goal_;  // the log's newest record when this rebuild began
    std::chrono::milliseconds pause_{};
    std::atomic<bool> stopping_{false};
    std::mutex mutex_;
    std::condition_variable woken_;
    std::thread thread_;
};

}  // namespace dibs
