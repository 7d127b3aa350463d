// Turns probe frames into reports for the domain, and passes the measurements on to the sampler:
//
//   probe frames --> Observer --commands--> CommandHandler      (driver, GPUs, processes, reach)
//                             --frames----> Sampler             (utilisation, memory, …)
//
// Sends a report when something changed. Repeats each report every half minute, in case one was
// lost. The domain makes events only from changes. Callbacks come on the probes' thread.
#pragma once

#include "ingest/clock.hpp"
#include "ingest/command_handler.hpp"
#include "ingest/probe/gpu_watch.hpp"
#include "ingest/probe/health_watch.hpp"
#include "ingest/probe/monitor.hpp"
#include "ingest/probe/process_budget.hpp"
#include "ingest/probe/process_watch.hpp"

#include <functional>
#include <map>
#include <mutex>
#include <string>

namespace dibs {

using FrameSink = std::function<void(HostId, Instant, const probe::ProbeFrame&)>;

class Observer : public probe::ProbeSink {
  public:
    Observer(CommandHandler& handler, FrameSink frames, Clock clock)
        : handler_(handler), frames_(std::move(frames)), clock_(std::move(clock)) {}

    // Maps probe names to hosts. Frames of other names are skipped. Any thread.
    void set_hosts(std::map<std::string, HostId> hosts);

    void on_frame(const std::string& host, const probe::ProbeFrame& frame) override;
    void on_reachable(const std::string& host) override;
    void on_unreachable(const std::string& host, ssh::RemoteErrorKind kind,
                        const std::string& text) override;
    void on_host_key_changed(const std::string& host, const std::string& offered,
                             const std::string& jump) override;

  private:
    struct Seen {  // state of one host
        HostId host{};
        probe::GpuWatch watch{};
        probe::ProcessWatch processes{};
        probe::ProcessBudget budget{};
        probe::HealthWatch health{};
        std::vector<fleet::SeenHealth> sent_health{};
        fleet::Driver driver{};
        fleet::ReportGpus gpus{};
        fleet::ReportOwners owners{};
        std::string boot_id{};         // of the last frame
        std::int64_t boot_frames = 0;  // consecutive frames with this boot id
        std::string sent_boot_id{};
        std::int64_t owners_frames = 0;  // consecutive frames with the same owners
        Instant reported_reached{}, reported_driver{}, reported_gpus{}, reported_processes{},
            reported_owners{}, reported_boot{}, reported_topology{}, reported_health{},
            reported_not_recorded{};
    };

    void report_reached(HostId id, Seen& seen, Instant now);
    std::optional<HostId> id_of(const std::string& host) const;
    void report(fleet::Command command);
    void report_driver(HostId id, Seen& seen, const probe::ProbeFrame& frame, Instant now);
    void report_boot(HostId id, Seen& seen, const probe::ProbeFrame& frame, Instant now);
    void report_topology(HostId id, Seen& seen, const probe::ProbeFrame& frame, Instant now);
    void report_gpus(HostId id, Seen& seen, Instant now);
    void report_health(HostId id, Seen& seen, const probe::ProbeFrame& frame, Instant now);
    void report_processes(HostId id, Seen& seen, const probe::ProbeFrame& frame, Instant now);

    void report_not_recorded(HostId id, Seen& seen, Instant now);
    void report_owners(HostId id, Seen& seen, const probe::ProbeFrame& frame, Instant now);

    CommandHandler& handler_;
    const FrameSink frames_;
    const Clock clock_;
    std::map<std::string, Seen> seen_;  // used only on the probes' thread

    mutable std::mutex mutex_;
    std::map<std::string, HostId> hosts_;
};

}  // namespace dibs
