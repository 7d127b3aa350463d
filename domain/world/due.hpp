// What the passing of time brings, an aggregate at a time, so that one that fails does not hold the
// others up. An aggregate is asked only when one of the events that may make it due was folded
// since, or its next deadline has come: a second in which nothing is due costs nothing.
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
    // When there may be events next, if nothing else happens; none: never.
    std::function<std::optional<Instant>(const World&, Instant now)> next;
};

// Of each aggregate on which time works, in the order of the list.
[[nodiscard]] std::vector<Due> due_of_each();

// Remembers what was looked at. Kept beside the world by who decides; a new one looks at
// everything.
class Deadline {
  public:
    explicit Deadline(Due due) : due_(std::move(due)) {}

    [[nodiscard]] std::string_view aggregate() const { return due_.aggregate; }
    // Throws what the aggregate throws, and looks again when something has changed.
    std::vector<Event> events(const World& world, const Context& context);

  private:
    Due due_;
    Position seen_ = -1;
    std::optional<Instant> next_{};
};

}  // namespace dibs
