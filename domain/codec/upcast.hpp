// Converts old events to their present form. When an event's format changes, its type gets a new
// version. The old type moves to retired_events.hpp, and a step here converts it. The log itself is
// never rewritten.
#pragma once

#include <string>
#include <string_view>

namespace dibs {

struct StoredEvent {
    std::string_view type;
    std::string_view body;
};

// The event in the newest version. `room` owns a rewritten body.
[[nodiscard]] StoredEvent upcast(std::string_view type, std::string_view body, std::string& room);

}  // namespace dibs
