// Samples for tests, by metric names and in steps (domain/usage/metric.hpp):
//
//   sample_of(gpu_a, ten, {{"utilization_percent", 40}, {"power_w", 1505}})
#pragma once

#include "domain/usage/sample.hpp"

#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

namespace dibs::test {

using GivenSteps = std::initializer_list<std::pair<std::string_view, std::int32_t>>;

inline Readings readings(Subject subject, GivenSteps given) {
    Readings values;
    for (const auto& [name, steps] : given) values.set(find_column(subject, name).value(), steps);
    return values;
}

inline Sample sample_of(const SubjectId& subject, Instant at, GivenSteps given) {
    return {subject, at, readings(subject.kind, given)};
}

// One second of a GPU used by these accounts.
inline Sample used(const GpuId& gpu, Instant at, std::int32_t utilization,
                   std::vector<Occupant> accounts) {
    auto sample = sample_of(gpu, at, {{"utilization_percent", utilization}});
    sample.occupancy = Occupancy(std::move(accounts));
    return sample;
}

}  // namespace dibs::test
