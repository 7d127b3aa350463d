// The days, weeks and months of a zone in a window of whole hours. An hour belongs to the day in
// which it begins, also where a zone's offset is half an hour. Pure.
#pragma once

#include "api/time/time_zone.hpp"
#include "projections/usage/report_views.hpp"

namespace dibs::routes {

// Empty where `by` is not a period. Refused if there are more rows than a report may have.
[[nodiscard]] Result<views::UsagePeriods> periods_of(views::UsageBy by, const Interval& window,
                                                     const Zone& zone);

}  // namespace dibs::routes
