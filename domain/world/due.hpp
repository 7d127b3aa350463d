// The effects of the passing of time, one aggregate at a time, so a failing one does not delay the
// others. An aggregate is asked only after an event that may make it due, or at its next deadline.
// A second without due events costs nothing.
#pragma once

#include "domain/world/world.hpp"

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace dibs {

struct Due {
    std::string_view aggregate;  // its name
    std::function<Position(const World&)> newest_cause;
    std::function<std::vector<Event>(const World&, const Context&)> events;
    // The next time when there may be events, if nothing else happens. Nothing if never.
    std::function<std::optional<Instant>(const World&, Instant now)> next;
};

// For each aggregate that reacts to time, in the order of the list. The events of one are applied
// before the next is asked.
[[nodiscard]] std::vector<Due> due_of_each();

// Remembers the last check. The deciding node keeps it beside the world. A new one checks
// everything.
class Deadline {
  public:
    explicit Deadline(Due due) : due_(std::move(due)) {}

    [[nodiscard]] std::string_view aggregate() const { return due_.aggregate; }
    // Throws the aggregate's exceptions, and checks again after a change.
    std::vector<Event> events(const World& world, const Context& context);

  private:
    Due due_;
    Position seen_ = -1;
    std::optional<Instant> next_{};
};

}  // namespace dibs
