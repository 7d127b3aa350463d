// The time to the first action against violations, as a histogram by action and outcome.
#pragma once

#include "api/routes/metrics/exposition.hpp"
#include "domain/violation/first_action.hpp"

namespace dibs::routes {

void write_first_actions(Exposition& out, const violation::FirstActions& all);

}  // namespace dibs::routes
