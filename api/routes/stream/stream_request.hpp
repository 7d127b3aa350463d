// What a client of the stream may say, checked; and how its topics are called.
#pragma once

#include "domain/result.hpp"
#include "domain/world.hpp"

#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace dibs::routes {

namespace topic {
inline constexpr std::string_view events = "events";
inline constexpr std::string_view reservations = "reservations";
inline constexpr std::string_view violations = "violations";
inline constexpr std::string_view fleet = "fleet";
inline constexpr std::string_view boards = "boards";
inline constexpr std::string_view metrics = "metrics:";  // and a host's name, or *
}  // namespace topic

[[nodiscard]] bool is_metrics(std::string_view name);
[[nodiscard]] bool is_topic(std::string_view name);

struct StreamRequest {
    std::set<std::string> topics;
    std::optional<Position> since{};
};
// {"subscribe": ["events"], "since": 17}
[[nodiscard]] Result<StreamRequest> parse_stream_request(std::string_view text);

}  // namespace dibs::routes
