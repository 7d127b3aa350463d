// The series of each budget whose period is not over: its hours, what of them is spent and what is
// booked ahead, in seconds of a GPU, as Prometheus has time. Adding up walks bookings, so that the
// sums are kept for a few seconds. One thread at a time.
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
        // Absent: nobody knows the zone of its periods any more.
        std::optional<std::int64_t> spent_s{}, ahead_s{};
    };
    void add_up(const Snapshot& tables, const Zones& zones);

    std::optional<Instant> added_up_at_{};
    std::vector<Row> rows_;
};

}  // namespace dibs::routes
