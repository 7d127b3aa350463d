// Old events, read as today's. When an event's format changes, its type gets a new version, the old
// one goes to retired_events.hpp, and a step here turns the one into the other; the log itself is
// never rewritten.
#pragma once

#include <string>
#include <string_view>

namespace dibs {

struct StoredEvent {
    std::string_view type;
    std::string_view body;
};

// The event as of the newest version. `room` keeps a rewritten body alive.
[[nodiscard]] StoredEvent upcast(std::string_view type, std::string_view body, std::string& room);

}  // namespace dibs
