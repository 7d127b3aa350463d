// A client's message of the stream, validated: the topics it wants now, and the position it has
// seen.
#pragma once

#include "api/routes/stream/topics.hpp"
#include "domain/kernel/result.hpp"
#include "domain/world/world.hpp"

#include <optional>
#include <set>
#include <string_view>

namespace dibs::routes {

struct StreamRequest {
    std::set<Topic> topics;
    std::optional<Position> after{};
    std::set<Topic> fresh{};  // topics that get a snapshot, whatever `after` says
};
// {"subscribe": ["events"], "after": 17}
[[nodiscard]] Result<StreamRequest> parse_stream_request(std::string_view text,
                                                         const TopicTable& table);

}  // namespace dibs::routes
