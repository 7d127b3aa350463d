// The reactors of this node: each is a Reactor on its own thread with a checkpoint in its own file,
// so a slow one delays only itself. New records are read once for all of them. One with effects
// side by side is delayed only on the slow host. A `Reaction` says which facts it wants and what it
// does: run a program, call a webhook, write to a chat, send mail. Owned by the daemon.
#pragma once

#include "ingest/clock.hpp"
#include "ingest/command_handler.hpp"
#include "ops/react/checkpoint_file.hpp"
#include "ops/react/reactor.hpp"
#include "ops/react/shared_tail.hpp"

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
    std::string name;  // on record, so without secrets; a changed name makes a new reactor
    std::function<bool(const RecordView& fact)> wants;
    // Blocks, on the reactor's own thread or on one of those side by side; returns soon once
    // `stopping` is set, as interrupted.
    std::function<EffectEnd(const Effect&, const std::atomic<bool>& stopping)> perform;
    Retries retries{};
    SideBySide side_by_side{};
    effect::By by = effect::By::host;
};

struct ReactorParts {
    EventLog& log;
    CommandHandler& commands;
    std::function<std::optional<std::uint64_t>()> epoch;  // this node's epoch, while it writes
    Clock clock;
    std::filesystem::path directory;  // of the checkpoints
    std::string source;               // of CloudEvents: names the followed log
};

class Reactors {
  public:
    Reactors(ReactorParts parts, std::vector<Reaction> reactions);
    ~Reactors();

    void start();
    // Starts nothing more and interrupts running effects; the next start repeats them.
    void request_stop();
    // Also waits for their end. A report waits for its answer: first stop the part that gives it.
    void stop();
    // The reactors that have read the log to its end, in the order of the reactions. At most a
    // second old, or as old as the running effect. Any thread.
    [[nodiscard]] std::vector<effect::Status> status() const;

  private:
    void run(const Reaction& reaction);
    void follow(const Reaction& reaction, const CheckpointFile& file);
    [[nodiscard]] ReactorPorts ports_of(const Reaction& reaction);
    void publish(const Reaction& reaction, const Reactor& reactor);

    const ReactorParts parts_;
    const std::vector<Reaction> reactions_;
    SharedTail shared_tail_;
    std::atomic<bool> stopping_{false};
    std::vector<std::thread> threads_;
    mutable std::mutex mutex_;  // guards the members below
    std::vector<std::optional<effect::Status>> published_;
};

}  // namespace dibs
