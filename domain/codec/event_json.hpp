// Events to and from the JSON of the log. The type's name travels beside the body.
#pragma once

#include "domain/codec/json_value.hpp"
#include "domain/world.hpp"

#include <string>
#include <string_view>

namespace dibs {

[[nodiscard]] std::string event_json(const Event& event);

// Unknown types and versions, and bodies that do not fit, are refused: a reader of the log must
// stop at an accepted record that it does not understand, never skip it.
[[nodiscard]] Result<Event> parse_event(JsonParser& parser, std::string_view type,
                                        std::string_view body);

}  // namespace dibs
