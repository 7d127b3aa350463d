// Signing up with a code on a host: what the page offers, too.
#pragma once

#include "api/service.hpp"
#include "projections/questions/fleet.hpp"

#include <vector>

namespace dibs::routes {

// Those on which a UNIX account may be proved; none where that is not offered.
[[nodiscard]] std::vector<views::Host> sign_up_hosts(const Service& service,
                                                     const Snapshot& tables);

}  // namespace dibs::routes
