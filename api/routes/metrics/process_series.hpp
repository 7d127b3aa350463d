// The usual series of a process, read from /proc.
#pragma once

#include "api/routes/metrics/exposition.hpp"

namespace dibs::routes {

void write_process(Exposition& out);

}  // namespace dibs::routes
