// The series of each GPU and host. What the tables say of them is kept (fleet_rows.hpp); each
// scrape asks for the values alone. No label names a person. One thread at a time.
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
    // By the names and labels of dcgm-exporter: cards alone.
    void write_dcgm(Exposition& out, const Snapshot& tables, const Usage& usage);

  private:
    using Values = std::vector<std::optional<Readings>>;

    // Of what is seen now, and young enough to say something about now: else none.
    [[nodiscard]] Values gpu_values(const Snapshot& tables, const Usage& usage) const;
    [[nodiscard]] Values host_values(const Snapshot& tables, const Usage& usage) const;
    void write_places(Exposition& out) const;
    void write_hosts(Exposition& out) const;
    void write_bookings(Exposition& out) const;
    void write_by_sight(Exposition& out) const;

    FleetRows rows_;
};

}  // namespace dibs::routes
