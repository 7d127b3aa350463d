// The bookings of GPUs that run or begin within the next 24 hours, kept from scrape to scrape.
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
        std::vector<bool> reserved{};           // each GPU, as they were read
        Instant until{};                        // from then on it is otherwise
    };
    void read_all(const Snapshot& tables, std::span<const SubjectId> gpus);
    // Of the GPU at this place.
    void read(const Snapshot& tables, std::size_t gpu);
    // The places of the GPUs on which this booking was.
    void add_gpus_of(ReservationId id, std::set<std::size_t>& gpus) const;
    // What has to be read to count at that time was.
    [[nodiscard]] bool reaches(Instant now) const;
    [[nodiscard]] Counts count(Instant now) const;

  private:
    struct Time {
        ReservationId id;
        Interval when;
    };
    std::vector<GpuId> gpus_;
    std::vector<std::vector<Time>> times_;  // of each GPU
    Interval read_{};
};

}  // namespace dibs::routes
