// Who used the GPUs in one hour, from its samples second by second and from the bookings of the
// time. Made when the hour is over and its facts are in the tables; what it comes to is then kept
// for ever. Knows nothing but what it is given: each node and each rebuild comes to the same.
#pragma once

#include "domain/usage/sample.hpp"
#include "domain/usage/use.hpp"
#include "projections/usage/use_views.hpp"

#include <map>
#include <span>
#include <vector>

namespace dibs {

// A GPU's second, with what of it counts as use.
void add_to(UseTally& tally, const Sample& sample, std::span<const Hold> holds);

class UseOfHour {
  public:
    using Holds = HoldsOfGpu;

    UseOfHour(Instant hour, Holds holds);

    // In the order of the log, from the hour's beginning on or before. As in Usage the first sample
    // of a second counts.
    void take(std::span<const Sample> samples);
    // What comes from now on is of later hours.
    [[nodiscard]] bool over() const;
    // Who used it, and how its bookings' time was; nothing if it is no GPU, or had no sample.
    void put_into(HourlyUsage& row) const;

  private:
    struct Gpu {
        Instant last{};
        std::vector<Hold> holds;
        UseTally tally{};
    };
    void take(const Sample& sample);

    const Interval when_;
    const Holds holds_;
    Instant newest_{};
    std::map<SubjectId, Gpu> gpus_;
};

}  // namespace dibs
