// The texts of the stream: changes by topic, as lines that batches join; whole snapshots; and the
// small messages. Reads tables; no socket, no clock of its own.
#pragma once

#include "api/routes/stream/topics.hpp"
#include "domain/kernel/result.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::routes {

// The effect of facts on a topic: lines of a letter for the part of the topic, and a JSON value.
struct Change {
    Position position = 0;
    std::string lines;
};

// Changes for these facts, in order. Each thing is shown as it is now, at the position of its last
// change.
[[nodiscard]] std::vector<Change> changes_of(const Topic& topic, Audience audience,
                                             const Snapshot& tables,
                                             std::span<const views::Event> facts);

// {"type":"event", …} from the lines of one or several changes.
[[nodiscard]] std::string event_frame(const Topic& topic, Position position,
                                      std::span<const std::string> lines);
[[nodiscard]] std::string snapshot_frame(const Topic& topic, Audience audience,
                                         const Snapshot& tables);
[[nodiscard]] std::string bare_frame(std::string_view type, Position position);
[[nodiscard]] std::string error_frame(const Refusal& refusal, std::string_view request_id);

}  // namespace dibs::routes
