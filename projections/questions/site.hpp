// Questions about the whole site, asked of one moment (snapshot.hpp). Any thread.
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
// Of all hosts together, as views::Host counts those of one.
[[nodiscard]] std::size_t count_gpus(const Snapshot& tables);

}  // namespace dibs
