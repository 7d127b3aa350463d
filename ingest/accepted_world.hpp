// Holds the world folded from every accepted fact, beside the world that the writer decides
// against. A deposed writer continues from this copy instead of reading the log again.
//
// The writer's thread hands over accepted facts. While the writer reads, a thread of this class
// folds them in batches. While it writes, it sometimes hands over its own world, which replaces the
// waiting facts. The two worlds share everything unchanged since then (shared_map.hpp). The same
// thread saves snapshots.
#pragma once

#include "ingest/world_snapshots.hpp"

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace dibs {

class AcceptedWorld {
  public:
    using Save = std::function<void(const WorldSnapshot&)>;

    // Calls `save` on the thread of this class.
    explicit AcceptedWorld(Save save = nullptr);
    ~AcceptedWorld();
    AcceptedWorld(const AcceptedWorld&) = delete;
    AcceptedWorld& operator=(const AcceptedWorld&) = delete;

    // Starts from `snapshot`. Call it before the first `take`.
    void begin(WorldSnapshot snapshot);
    // Takes whole commands in log order, and the checkpoint behind them. Skips facts that it
    // already has. Blocks while too many facts wait. Throws once a fact could not be folded.
    void take(std::vector<Recorded> facts, const Checkpoint& checkpoint);
    // Counts the facts that were taken and are not folded yet.
    [[nodiscard]] std::size_t waiting() const;
    // Replaces the waiting facts: `world` is the fold of everything taken.
    void adopt(const World& world);
    // Returns the world of everything taken. Throws as `take` does.
    [[nodiscard]] World copy();
    // Saves what was taken so far, soon. Several calls before the save give one save.
    void save_soon();

    // The stamp of the newest fact taken. Called by the thread that calls `take`.
    [[nodiscard]] Instant now() const { return now_; }
    [[nodiscard]] Position position() const { return position_; }

  private:
    void run();
    void work();
    void catch_up(const std::unique_lock<std::mutex>& world_lock);

    const Save save_;
    Instant now_;
    Position position_ = 0;

    std::mutex world_mutex_;  // locked before waiting_mutex_
    WorldSnapshot folded_;

    mutable std::mutex waiting_mutex_;
    std::condition_variable work_, room_;
    std::vector<Recorded> waiting_;
    Checkpoint waiting_checkpoint_;  // behind all waiting facts
    std::exception_ptr failure_;
    bool to_save_ = false;
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace dibs
