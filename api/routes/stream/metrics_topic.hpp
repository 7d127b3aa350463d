// The topics of measured values: "metrics:<host>" of one host, "metrics:*" of the whole fleet.
#pragma once

#include "api/routes/stream/topics.hpp"

namespace dibs::routes {

[[nodiscard]] TopicKind metrics_topic();

}  // namespace dibs::routes
