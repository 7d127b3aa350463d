// Watches the GPU hosts: one stream each, reconnected with back-off, replaced before it ends
// itself. Sends everything to a `ProbeSink` on the remote's callback thread, where all of this
// runs. Any thread may call set_hosts() and stats(). Owned by the composition root.
#pragma once

#include "ingest/probe/due.hpp"
#include "ingest/probe/host_stats.hpp"
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
    // Called with the first frame, and with the first one after on_unreachable.
    virtual void on_reachable(const std::string& host) = 0;
    // Called when a connection attempt failed, and again when the kind of failure changes. The same
    // kind repeats at an attempt after half a minute, in case the report was lost. The end of a
    // stream is not reported: the next attempt comes within 2 s and succeeds or fails.
    virtual void on_unreachable(const std::string& host, ssh::RemoteErrorKind kind,
                                const std::string& text) = 0;
    // Called when the host, or this jump to it, showed a key other than the pinned one; nothing was
    // sent. Repeats as on_unreachable does.
    virtual void on_host_key_changed(const std::string& host, const std::string& offered,
                                     const std::string& jump) = 0;
};

struct MonitorOptions {
    DueRules rules{};
    std::chrono::seconds script_lifetime{600};
    Duration step{250};                          // interval between checks of deadlines
    std::size_t most_attempts{64};               // connection attempts in one step
    std::function<Instant()> wall_clock{};       // for HostStats, from any thread
    std::function<SteadyTime()> steady_clock{};  // empty: the real one
    std::function<double()> random{};            // [0, 1); empty: a generator of its own
};

class Monitor {
  public:
    Monitor(ssh::Remote& remote, ProbeSink& sink, MonitorOptions options);
    ~Monitor();  // waits for a running callback; none follows
    Monitor(const Monitor&) = delete;
    Monitor& operator=(const Monitor&) = delete;

    // Replaces the watched hosts, in stats() too. The name identifies a host; a host with a changed
    // target starts again.
    void set_hosts(std::vector<ssh::HostTarget> hosts);

    [[nodiscard]] std::vector<HostStats> stats() const;

  private:
    class Core;
    std::shared_ptr<Core> core_;
};

}  // namespace dibs::probe
