// The rules of the fleet, a function for each command: what an admin may do with hosts
// (fleet_hosts.cpp), and what the probes' reports say that is new (fleet_reports.cpp).
#pragma once

#include "domain/fleet.hpp"

namespace dibs::fleet {

using Events = Result<std::vector<Event>>;

// All that is wrong with the form of a host.
[[nodiscard]] std::optional<Refusal> check_enrolment(const EnrolHost& c);

[[nodiscard]] Events decide_on(const World& world, const EnrolHost& c, const Context& context);
[[nodiscard]] Events decide_on(const World& world, const ChangeHost& c, const Context& context);
[[nodiscard]] Events decide_on(const World& world, const RemoveHost& c, const Context& context);
[[nodiscard]] Events decide_on(const World& world, const ReportReached& c, const Context& context);
[[nodiscard]] Events decide_on(const World& world, const ReportLost& c, const Context& context);
[[nodiscard]] Events decide_on(const World& world, const ReportHostKey& c, const Context& context);
[[nodiscard]] Events decide_on(const World& world, const ReportDriver& c, const Context& context);
[[nodiscard]] Events decide_on(const World& world, const ReportGpus& c, const Context& context);
[[nodiscard]] Events decide_on(const World& world, const ReportProcesses& c,
                               const Context& context);
[[nodiscard]] Events decide_on(const World& world, const ReportOwners& c, const Context& context);

}  // namespace dibs::fleet
