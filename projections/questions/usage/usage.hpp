// Usage reports, answered from one snapshot (snapshot.hpp): reserved, used and idle time. Adds up
// the closed hours. Hours that are still open come from the seconds in memory and the bookings in
// the facts. The same logs give the same answer. Slow for many GPUs and long windows: do not call
// it on the event loop.
#pragma once

#include "domain/kernel/result.hpp"
#include "projections/questions/snapshot.hpp"
#include "projections/usage/report_views.hpp"

namespace dibs {

// The hour of the first known GPU, booking or measured use; the current hour if there is none.
// Reports start there.
[[nodiscard]] Instant first_reported_hour(const Snapshot& tables);

// Whole hours, from `first_hour` at the earliest to now at the latest. The last requested hour if
// everything requested is before `first_hour`.
[[nodiscard]] Result<Interval> report_window(Instant from, std::optional<Instant> until,
                                             Instant now, Instant first_hour);

// Refuses too many GPU-hours and too many rows.
[[nodiscard]] Result<views::UsageReport> usage_report(const Snapshot& tables,
                                                      const views::ReportQuestion& question);

// One row for each booking on each of these GPUs. `own_only` as in a report.
[[nodiscard]] Result<views::UsageSplit> usage_split(const Snapshot& tables,
                                                    const std::vector<GpuId>& gpus, Interval window,
                                                    std::chrono::seconds step,
                                                    std::optional<PersonId> own_only);

}  // namespace dibs
