// The world of what the log accepted, beside the one that the writer decides against, so that a
// writer which is deposed goes on from here instead of reading the log again. The writer's thread
// hands over accepted facts. While it reads, a thread of this folds them, many at a time. While it
// writes, it hands over its own world now and then, in place of the facts that wait: the two share
// what did not change since (shared_map.hpp). That thread also saves snapshots.
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

    // `save` is called on the thread of this.
    explicit AcceptedWorld(Save save = nullptr);
    ~AcceptedWorld();
    AcceptedWorld(const AcceptedWorld&) = delete;
    AcceptedWorld& operator=(const AcceptedWorld&) = delete;

    // Goes on from there; before anything is taken.
    void begin(WorldSnapshot snapshot);
    // Whole commands in the log's order, and where the log stands behind them; those it has are
    // passed over. Waits while very many are not folded yet. Throws once a fact could not be
    // folded.
    void take(std::vector<Recorded> facts, const Checkpoint& checkpoint);
    // Facts that were taken and are not in the world yet.
    [[nodiscard]] std::size_t waiting() const;
    // `world` is what everything taken folds to, so none of it is folded here.
    void adopt(const World& world);
    // The world of everything taken. Throws as `take` does.
    [[nodiscard]] World copy();
    // What was taken so far is saved, soon. Asked again meanwhile, it is saved once.
    void save_soon();

    // Of the newest fact taken; for the thread that takes.
    [[nodiscard]] Instant now() const { return now_; }
    [[nodiscard]] Position position() const { return position_; }

  private:
    void run();
    void work();
    void catch_up(const std::unique_lock<std::mutex>& world_lock);

    const Save save_;
    Instant now_;
    Position position_ = 0;

    std::mutex world_mutex_;  // taken before the other one
    WorldSnapshot folded_;

    mutable std::mutex waiting_mutex_;
    std::condition_variable work_, room_;
    std::vector<Recorded> waiting_;
    Checkpoint waiting_checkpoint_;  // behind all that waits
    std::exception_ptr failure_;
    bool to_save_ = false;
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace dibs
