// Makes a command for each person with a due weekly report, each minute (minute_clock.hpp):
// ReportWeekOver -> person.weekly_report_due.
#pragma once

#include "domain/kernel/zone.hpp"
#include "domain/world/recorded.hpp"
#include "projections/questions/snapshot.hpp"

#include <string>
#include <vector>

namespace dibs::weekly {

struct Due {
    PersonId person;
    std::string week;
};
// All subscribers whose week is over on their own clock (UTC, if they chose no zone).
[[nodiscard]] std::vector<Due> all_due(const Snapshot& tables, const Zones& zones);
[[nodiscard]] std::vector<Command> due_commands(const Snapshot& tables, const Zones& zones);

}  // namespace dibs::weekly
