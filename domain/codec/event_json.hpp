// Reads and writes events and commands as JSON, by the name of their type. Without a sealer,
// secrets become empty texts: the form for people, tables and log lines. With a sealer it is the
// form of the log.
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
// A refusal names the field, or an unknown type.
[[nodiscard]] Result<Event> parse_event(JsonParser& parser, std::string_view type,
                                        std::string_view body, const Sealer& sealer);

// Parses the form without secrets. They are empty in the result.
[[nodiscard]] Result<Event> parse_shown_event(JsonParser& parser, std::string_view type,
                                              std::string_view body);

[[nodiscard]] std::string command_json(const Command& command);
[[nodiscard]] std::string command_json(const Command& command, Sealer& sealer);
[[nodiscard]] Result<Command> parse_command(JsonParser& parser, std::string_view type,
                                            std::string_view body, const Sealer& sealer);

}  // namespace dibs
