// The bookings of GPUs that run or begin within the next 24 hours, cached between scrapes.
#pragma once

#include "domain/usage/sample.hpp"
#include "projections/questions/snapshot.hpp"

#include <set>
#include <span>
#include <vector>

namespace dibs::routes {

class BookedTimes {
  public:
    struct Counts {
        std::size_t running = 0, upcoming = 0;  // bookings
        std::vector<bool> reserved{};           // per GPU, in the order of read_all()
        Instant until{};                        // the counts change at this moment
    };
    void read_all(const Snapshot& tables, std::span<const SubjectId> gpus);
    // Reads the bookings of the GPU at this index.
    void read(const Snapshot& tables, std::size_t gpu);
    // Adds the indices of the GPUs that this booking held when they were read.
    void add_gpus_of(ReservationId id, std::set<std::size_t>& gpus) const;
    // True if the bookings needed to count at `now` are read.
    [[nodiscard]] bool reaches(Instant now) const;
    [[nodiscard]] Counts count(Instant now) const;

  private:
    struct Time {
        ReservationId id;
        Interval when;
    };
    std::vector<GpuId> gpus_;
    std::vector<std::vector<Time>> times_;  // per GPU
    Interval read_{};
};

}  // namespace dibs::routes
