// Questions about the whole site, answered from one snapshot (snapshot.hpp). Any thread.
#pragma once

#include "projections/questions/snapshot.hpp"
#include "projections/rules/rules.hpp"

#include <cstddef>

namespace dibs {

[[nodiscard]] views::Rules site_rules(const Snapshot& tables);

struct Counts {
    std::size_t hosts = 0, processes = 0, people = 0;
    std::size_t reservations = 0, open_violations = 0, events = 0;
};
[[nodiscard]] Counts count_rows(const Snapshot& tables);
// Sum over all hosts of views::Host::gpu_count.
[[nodiscard]] std::size_t count_gpus(const Snapshot& tables);

}  // namespace dibs
