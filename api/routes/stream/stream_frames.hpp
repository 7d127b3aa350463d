// The texts of the stream: what changed, by topic, as lines that batches are joined from; whole
// snapshots; and the small messages. Reads tables; no socket, no clock of its own.
#pragma once

#include "api/auth/may_see.hpp"
#include "projections/questions/snapshot.hpp"
#include "projections/usage/usage_views.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::routes {

// What one fact means to a topic: lines of a letter and a JSON value each. 'e' an event, 'r' a
// reservation, 'v' a violation, 'h' a host, 'g' a GPU.
struct Change {
    Position position = 0;
    std::string lines;
};

// Of `topic` (not metrics), for these facts in order; things are as they are now, and stand where
// they changed last.
[[nodiscard]] std::vector<Change> changes_of(std::string_view topic, auth::Audience audience,
                                             const Snapshot& tables,
                                             std::span<const views::Event> facts);

// {"type":"event", …} of the lines of one or several changes.
[[nodiscard]] std::string event_frame(std::string_view topic, Position position,
                                      std::span<const std::string> lines);
[[nodiscard]] std::string snapshot_frame(std::string_view topic, const Snapshot& tables);
[[nodiscard]] std::string metrics_frame(std::string_view topic, const views::MetricsFrame& frame);
[[nodiscard]] std::string bare_frame(std::string_view type, Position position);
[[nodiscard]] std::string error_frame(const Refusal& refusal, std::string_view request_id);

}  // namespace dibs::routes
