// Events and commands as JSON, by their type's name. Without a sealer secrets are written as empty
// texts: that form is for people, tables and log lines. With one it is the form the log keeps.
#pragma once

#include "domain/codec/json_value.hpp"
#include "domain/codec/seal.hpp"
#include "domain/kernel/result.hpp"
#include "domain/world/recorded.hpp"

#include <string>
#include <string_view>

namespace dibs {

[[nodiscard]] std::string event_json(const Event& event);
[[nodiscard]] std::string event_json(const Event& event, Sealer& sealer);
// A refusal names the field, or the type if it is not one that this version knows.
[[nodiscard]] Result<Event> parse_event(JsonParser& parser, std::string_view type,
                                        std::string_view body, const Sealer& sealer);

// Of the form without secrets: those are empty.
[[nodiscard]] Result<Event> parse_shown_event(JsonParser& parser, std::string_view type,
                                              std::string_view body);

[[nodiscard]] std::string command_json(const Command& command);
[[nodiscard]] std::string command_json(const Command& command, Sealer& sealer);
[[nodiscard]] Result<Command> parse_command(JsonParser& parser, std::string_view type,
                                            std::string_view body, const Sealer& sealer);

}  // namespace dibs
