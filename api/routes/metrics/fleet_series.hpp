// The series of each GPU and host. Rows from the tables are cached (fleet_rows.hpp); each scrape
// reads only the values. No label names a person. One thread at a time.
#pragma once

#include "api/routes/metrics/exposition.hpp"
#include "api/routes/metrics/fleet_rows.hpp"
#include "projections/read_model.hpp"

#include <optional>
#include <vector>

namespace dibs::routes {

class FleetSeries {
  public:
    void write(Exposition& out, const Snapshot& tables, const Usage& usage);
    // With the names and labels of dcgm-exporter: physical GPUs only.
    void write_dcgm(Exposition& out, const Snapshot& tables, const Usage& usage);

  private:
    using Values = std::vector<std::optional<Readings>>;

    // Values of GPUs that are seen now, and young enough to be current; otherwise none.
    [[nodiscard]] Values gpu_values(const Snapshot& tables, const Usage& usage) const;
    [[nodiscard]] Values host_values(const Snapshot& tables, const Usage& usage) const;
    void write_places(Exposition& out) const;
    void write_hosts(Exposition& out) const;
    void write_bookings(Exposition& out) const;
    void write_by_sight(Exposition& out) const;

    FleetRows rows_;
};

}  // namespace dibs::routes
