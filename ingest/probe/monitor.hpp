// Watches the GPU hosts: one stream each, reconnected with back-off, replaced before it ends
// itself. What comes in goes to a `ProbeSink` on the remote's callback thread, where all of this
// runs; set_hosts() and stats() may be called from any thread. Owned by the composition root.
#pragma once

#include "ingest/probe/due.hpp"
#include "ingest/probe/parser/frame.hpp"
#include "ingest/ssh/remote.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace dibs::probe {

// Must not block, and must not destroy the monitor.
class ProbeSink {
  public:
    virtual ~ProbeSink() = default;
    virtual void on_frame(const std::string& host, const ProbeFrame& frame) = 0;
    // With the first frame, and with the first one after on_unreachable.
    virtual void on_reachable(const std::string& host) = 0;
    // When an attempt to connect failed; again when the kind of failure changes, and of the same
    // kind with an attempt after half a minute, for whoever could not take it down. A stream that
    // ends is not told: the next attempt comes within 2 s and mends it or fails.
    virtual void on_unreachable(const std::string& host, ssh::RemoteErrorKind kind,
                                const std::string& text) = 0;
    // The host, or this jump to it, showed another key than the pinned one and was sent nothing;
    // told as often.
    virtual void on_host_key_changed(const std::string& host, const std::string& offered,
                                     const std::string& jump) = 0;
};

struct HostStats {
    std::string name{};
    bool reachable{false};
    std::uint64_t frames{};
    std::uint64_t bytes{};
    std::uint64_t bad_lines{};
    std::uint64_t dropped_frames{};
    std::uint64_t surplus_frames{};  // whole, but more than one a period
    std::uint64_t connect_attempts{};
    std::uint64_t reconnects{};  // attempts after the first frame ever, successors not counted
    std::optional<Instant> last_frame{};
    std::optional<std::string> driver_version{};   // of its GPUs, as it said last
    std::optional<std::string> fullest_disk{};     // where it is mounted
    std::optional<std::int64_t> clock_offset_s{};  // how far its clock is ahead of ours; rounded
    std::int64_t skipped_processes{};              // of the last frame: more than it takes
    std::optional<std::string> failure{};  // while it is not reached: what was met last, in words
};

struct MonitorOptions {
    DueRules rules{};
    std::chrono::seconds script_lifetime{600};
    Duration step{250};                          // how often deadlines are looked at
    std::size_t most_attempts{64};               // to connect, in one step
    std::function<Instant()> wall_clock{};       // for HostStats, from any thread
    std::function<SteadyTime()> steady_clock{};  // empty: the real one
    std::function<double()> random{};            // [0, 1); empty: a generator of its own
};

class Monitor {
  public:
    Monitor(ssh::Remote& remote, ProbeSink& sink, MonitorOptions options);
    ~Monitor();  // waits for a callback under way; none follows
    Monitor(const Monitor&) = delete;
    Monitor& operator=(const Monitor&) = delete;

    // From now on these, in stats() too. Hosts are told apart by name; one whose target changed
    // starts anew.
    void set_hosts(std::vector<ssh::HostTarget> hosts);

    [[nodiscard]] std::vector<HostStats> stats() const;

  private:
    class Core;
    std::shared_ptr<Core> core_;
};

}  // namespace dibs::probe
