// How soon Dibs acts on violations, as a histogram by what was done and what came of it.
#pragma once

#include "api/routes/metrics/exposition.hpp"
#include "domain/violation/first_action.hpp"

namespace dibs::routes {

void write_first_actions(Exposition& out, const violation::FirstActions& all);

}  // namespace dibs::routes
