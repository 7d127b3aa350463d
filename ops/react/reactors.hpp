// The reactors of this node: each is a Reactor on a thread of its own with a checkpoint in a file
// of its own, so that a slow one holds up none but itself; one whose effects are done side by side
// is held up on no host but the slow one. What one hears of and what it does is a `Reaction`: a
// program that is run, a webhook, a line in a chat, mail. Owned by the daemon.
#pragma once

#include "ingest/clock.hpp"
#include "ingest/command_handler.hpp"
#include "ops/react/checkpoint_file.hpp"
#include "ops/react/reactor.hpp"

#include <atomic>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace dibs {

struct Reaction {
    std::string name;  // on record, so without secrets; another name is another reactor
    std::function<bool(const RecordView& fact)> wants;
    // Blocks, on the reactor's own thread or on one of those side by side; ends soon once
    // `stopping` is set, as interrupted.
    std::function<EffectEnd(const Effect&, const std::atomic<bool>& stopping)> perform;
    Retries retries{};
    SideBySide side_by_side{};
    effect::By by = effect::By::host;
};

struct ReactorParts {
    EventLog& log;
    CommandHandler& commands;
    std::function<std::optional<std::uint64_t>()> epoch;  // this node's, while it writes
    Clock clock;
    std::filesystem::path directory;  // of the checkpoints
    std::string source;               // of CloudEvents: names the log that is followed
};

class Reactors {
  public:
    Reactors(ReactorParts parts, std::vector<Reaction> reactions);
    ~Reactors();

    void start();
    // Starts nothing more and ends what runs, which is done again after the next start.
    void request_stop();
    // Waits for that too. A report waits for its answer: end whoever gives it before.
    void stop();
    // Of those that have read the log to its end, in the order of the reactions; a second old at
    // most, or as old as an effect that is being done. Any thread.
    [[nodiscard]] std::vector<effect::Status> status() const;

  private:
    void run(const Reaction& reaction);
    void follow(const Reaction& reaction, const CheckpointFile& file);
    [[nodiscard]] ReactorPorts ports_of(const Reaction& reaction);
    void publish(const Reaction& reaction, const Reactor& reactor);

    const ReactorParts parts_;
    const std::vector<Reaction> reactions_;
    std::atomic<bool> stopping_{false};
    std::vector<std::thread> threads_;
    mutable std::mutex mutex_;  // over what follows
    std::vector<std::optional<effect::Status>> told_;
};

}  // namespace dibs
