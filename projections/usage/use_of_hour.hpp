// Who used the GPUs in one hour, from its samples, second by second, and the bookings of that time.
// Made when the hour is over and its facts are in the tables; the result is kept permanently. Uses
// only its inputs, so each node and each rebuild gets the same.
#pragma once

#include "domain/usage/sample.hpp"
#include "domain/usage/use.hpp"
#include "projections/usage/use_views.hpp"

#include <map>
#include <span>
#include <vector>

namespace dibs {

// Adds one second of a GPU, with the part of it that counts as use.
void add_to(UseTally& tally, const Sample& sample, std::span<const Hold> holds);

class UseOfHour {
  public:
    using Holds = HoldsOfGpu;

    UseOfHour(Instant hour, Holds holds);

    // Call in the order of the log, from the hour's start or before. As in Usage, the first sample
    // of a second counts.
    void take(std::span<const Sample> samples);
    // True once all further samples belong to later hours.
    [[nodiscard]] bool over() const;
    // Adds the users and the state of the booked time. Does nothing for a subject that is not a GPU
    // or has no sample.
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
