// The days, weeks and months of a zone that a window of whole hours is divided into. An hour
// belongs to the day in which it begins, also where a zone's offset is half an hour. Pure.
#pragma once

#include "api/time/time_zone.hpp"
#include "projections/usage/report_views.hpp"

namespace dibs::routes {

// Nothing where `by` is no period. Refused are more rows than a report has.
[[nodiscard]] Result<views::UsagePeriods> periods_of(views::UsageBy by, const Interval& window,
                                                     const Zone& zone);

}  // namespace dibs::routes
