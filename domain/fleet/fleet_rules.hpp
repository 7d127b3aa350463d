// The rules of the fleet, a function for each command: what an admin may do with hosts
// (fleet_hosts.cpp), what the probes' reports say that is new (fleet_reports.cpp), which GPUs are
// unhealthy (fleet_health.cpp), who has booked what nobody can use (fleet_holders.cpp), and which
// host has a GPU that several report (fleet_clashes.cpp).
#pragma once

#include "domain/fleet/fleet.hpp"

namespace dibs::fleet {

using Events = Result<std::vector<Event>>;

// All that is wrong with the form of a host.
[[nodiscard]] std::optional<Refusal> check_enrolment(const EnrolHost& c);
[[nodiscard]] std::optional<Refusal> check_jumps(const Jumps& jumps);

[[nodiscard]] Events decide_on(const World& world, const EnrolHost& c, const Context& context);
[[nodiscard]] Events decide_on(const World& world, const ChangeHost& c, const Context& context);
[[nodiscard]] Events decide_on(const World& world, const RemoveHost& c, const Context& context);
[[nodiscard]] Events decide_on(const World& world, const ReportReached& c, const Context& context);
[[nodiscard]] Events decide_on(const World& world, const ReportLost& c, const Context& context);
[[nodiscard]] Events decide_on(const World& world, const ReportHostKey& c, const Context& context);
[[nodiscard]] Events decide_on(const World& world, const ReportDriver& c, const Context& context);
[[nodiscard]] Events decide_on(const World& world, const ReportBoot& c, const Context& context);
[[nodiscard]] Events decide_on(const World& world, const ReportTopology& c, const Context& context);
[[nodiscard]] Events decide_on(const World& world, const ReportGpus& c, const Context& context);
[[nodiscard]] Events decide_on(const World& world, const ReportHealth& c, const Context& context);
[[nodiscard]] Events decide_on(const World& world, const ReportProcesses& c,
                               const Context& context);
[[nodiscard]] Events decide_on(const World& world, const ReportNotRecorded& c,
                               const Context& context);
[[nodiscard]] Events decide_on(const World& world, const ReportOwners& c, const Context& context);
[[nodiscard]] Events decide_on(const World& world, const MoveGpu& c, const Context& context);

// The host that a report of Dibs' own is about.
[[nodiscard]] Result<const Host*> reported(const World& world, HostId host, const Context& context);
// Of bookings of these very GPUs that run at that time or begin within a week.
[[nodiscard]] Holders holders_of(const World& world, const std::vector<GpuId>& gpus, Instant now);
// None: nobody has booked them.
[[nodiscard]] std::optional<Holders> any_holders_of(const World& world,
                                                    const std::vector<GpuId>& gpus, Instant now);
// The clashes that a report begins or ends.
[[nodiscard]] std::vector<Event> clash_events(const State& state, const ReportGpus& c, Instant now);
// The report without what stays with another host.
[[nodiscard]] ReportGpus without_foreign(const State& state, ReportGpus c);
// Those of a host that is removed.
[[nodiscard]] std::vector<Event> clashes_ended_with(const State& state, HostId claimant);

}  // namespace dibs::fleet
