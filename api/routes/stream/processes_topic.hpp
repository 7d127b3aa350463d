// The topic of processes: what runs on which GPU.
#pragma once

#include "api/routes/stream/topics.hpp"

namespace dibs::routes {

[[nodiscard]] TopicKind processes_topic();

}  // namespace dibs::routes
