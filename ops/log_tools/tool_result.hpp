// The result of a tool of this folder: an exit code for scripts, and a sentence.
#pragma once

#include "domain/log/event_log.hpp"

#include <string>

#include <sysexits.h>
#include <tl/expected.hpp>

namespace dibs::log_tools {

enum ExitCode : int {
    fine = 0,
    damage_found = 1,
    usage = 2,
    could_not_look = EX_TEMPFAIL,  // in use, no connection, no disk space, no log
};

struct ToolError {
    ExitCode code = could_not_look;
    std::string text;
};
template <class T>
using ToolResult = tl::expected<T, ToolError>;

[[nodiscard]] inline tl::unexpected<ToolError> tool_error(ExitCode code, std::string text) {
    return tl::unexpected(ToolError{code, std::move(text)});
}

// True if the log has other or fewer bytes than were appended.
[[nodiscard]] inline bool is_damage(const LogError& error) {
    using Kind = LogError::Kind;
    return error.kind == Kind::damaged || error.kind == Kind::unreadable ||
           error.kind == Kind::lost;
}

[[nodiscard]] inline tl::unexpected<ToolError> tool_error(LogError error) {
    return tool_error(is_damage(error) ? damage_found : could_not_look, std::move(error.text));
}

}  // namespace dibs::log_tools
