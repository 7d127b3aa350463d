// Sign-up with a code on a host, and the hosts that the page offers for it.
#pragma once

#include "api/service.hpp"
#include "projections/questions/fleet.hpp"

#include <vector>

namespace dibs::routes {

// The hosts on which a UNIX account can be proven; empty where sign-up is off.
[[nodiscard]] std::vector<views::Host> sign_up_hosts(const Service& service,
                                                     const Snapshot& tables);

}  // namespace dibs::routes
