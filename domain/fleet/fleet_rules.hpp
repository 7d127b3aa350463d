// The rules of the fleet, one function for each command. Admins' changes of hosts are in
// fleet_hosts.cpp, changes in reports of the probes in fleet_reports.cpp, unhealthy GPUs in
// fleet_health.cpp. Holders of unusable GPUs are in fleet_holders.cpp, GPUs that several hosts
// report in fleet_clashes.cpp.
#pragma once

#include "domain/fleet/fleet.hpp"

namespace dibs::fleet {

using Events = Result<std::vector<Event>>;

// All errors in the form of a host.
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

// The host that a report of Dibs itself concerns.
[[nodiscard]] Result<const Host*> reported(const World& world, HostId host, const Context& context);
// The bookings of exactly these GPUs that run at that time or begin within a week.
[[nodiscard]] Holders holders_of(const World& world, const std::vector<GpuId>& gpus, Instant now);
// Nothing if there are no such bookings.
[[nodiscard]] std::optional<Holders> any_holders_of(const World& world,
                                                    const std::vector<GpuId>& gpus, Instant now);
// The clashes that a report begins or ends.
[[nodiscard]] std::vector<Event> clash_events(const State& state, const ReportGpus& c, Instant now);
// The report without the GPUs that stay with another host.
[[nodiscard]] ReportGpus without_foreign(const State& state, ReportGpus c);
// The ends of the clashes of a removed host.
[[nodiscard]] std::vector<Event> clashes_ended_with(const State& state, HostId claimant);

}  // namespace dibs::fleet
