// Reports of use, asked of one moment (snapshot.hpp): what was reserved, who used it and what stood
// idle. Adds up the closed hours, and for the open ones the seconds in memory, with the bookings as
// the facts have them: the same logs come to the same answer. Takes a while for many GPUs and long
// windows: not for the loop.
#pragma once

#include "domain/kernel/result.hpp"
#include "projections/questions/snapshot.hpp"
#include "projections/usage/report_views.hpp"

namespace dibs {

// The hour of the first GPU, booking or measured use that is known; this hour where there is none.
// Before it there is nothing to report.
[[nodiscard]] Instant first_reported_hour(const Snapshot& tables);

// Whole hours, from `first_hour` at the earliest to now at the latest. Where all that was asked for
// lies before `first_hour`, its last hour.
[[nodiscard]] Result<Interval> report_window(Instant from, std::optional<Instant> until,
                                             Instant now, Instant first_hour);

// Refused are too many hours of GPUs and too many rows.
[[nodiscard]] Result<views::UsageReport> usage_report(const Snapshot& tables,
                                                      const views::ReportQuestion& question);

// Of these GPUs, a row for each booking on each. `own_only` as in a report.
[[nodiscard]] Result<views::UsageSplit> usage_split(const Snapshot& tables,
                                                    const std::vector<GpuId>& gpus, Interval window,
                                                    std::chrono::seconds step,
                                                    std::optional<PersonId> own_only);

}  // namespace dibs
