// The series of each budget whose period is not over: its limit, the spent and the booked part, in
// GPU seconds, Prometheus' unit of time. The sums scan bookings, so they are cached for a few
// seconds. One thread at a time.
#pragma once

#include "api/routes/metrics/exposition.hpp"
#include "domain/kernel/zone.hpp"
#include "projections/questions/snapshot.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dibs::routes {

class BudgetSeries {
  public:
    void write(Exposition& out, const Snapshot& tables, const Zones& zones);

  private:
    struct Row {
        std::string labels;  // {scope="group",name="vision",period="month",budget="bud_…"}
        std::int64_t limit_s = 0;
        // Absent: the zone of the periods is unknown now.
        std::optional<std::int64_t> spent_s{}, ahead_s{};
    };
    void add_up(const Snapshot& tables, const Zones& zones);

    std::optional<Instant> added_up_at_{};
    std::vector<Row> rows_;
};

}  // namespace dibs::routes
