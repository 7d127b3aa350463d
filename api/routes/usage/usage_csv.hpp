// A report of use as a file for spreadsheets: one line per row, each column named with its unit.
#pragma once

#include "api/time/time_zone.hpp"
#include "projections/usage/report_views.hpp"

#include <string>

namespace dibs::routes {

[[nodiscard]] std::string csv_of(const views::UsageReport& report, const Zone& zone);
// "dibs-usage-person-2026-12-01.csv": the grouping, and the day of its start in that zone.
[[nodiscard]] std::string csv_name_of(const views::UsageReport& report, const Zone& zone);

}  // namespace dibs::routes
