// Programs of the site that are told of facts: one reactor a program, each on a thread of its own,
// so that a slow one holds up none but itself. Owned by the daemon.
#pragma once

#include "domain/codec/seal.hpp"
#include "ingest/clock.hpp"
#include "ingest/command_handler.hpp"
#include "ops/react/checkpoint_file.hpp"
#include "ops/react/configured_hook.hpp"
#include "ops/react/reactor.hpp"

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace dibs {

// "reservation.*", "reservation.booked", "reservation.booked.v1", "*". Never what is said about
// effects: telling of it would be told of.
[[nodiscard]] bool hears(const std::string& pattern, std::string_view type);

struct HookParts {
    EventLog& log;
    const Sealer& sealer;
    CommandHandler& commands;
    std::function<std::optional<std::uint64_t>()> epoch;  // this node's, while it writes
    Clock clock;
    std::filesystem::path directory;  // of the checkpoints
    std::string source;               // of CloudEvents
};

class SiteHooks {
  public:
    SiteHooks(HookParts parts, std::vector<ConfiguredHook> hooks);
    ~SiteHooks();

    void start();
    // Starts nothing more and ends what runs, which is done again after the next start.
    void request_stop();
    // Waits for that too. A report waits for its answer: end whoever gives it before.
    void stop();

  private:
    void run(const ConfiguredHook& hook);
    void follow(const ConfiguredHook& hook, const CheckpointFile& file);
    [[nodiscard]] ReactorPorts ports_of(const ConfiguredHook& hook);
    EffectEnd tell(const ConfiguredHook& hook, const Effect& effect);
    bool report(effect::Command command);

    const HookParts parts_;
    const std::vector<ConfiguredHook> hooks_;
    std::atomic<bool> stopping_{false};
    std::vector<std::thread> threads_;
};

}  // namespace dibs
