// Commands of an import: one after the other, as fast as the server takes them from one person.
#pragma once

#include "api/cli/client/context.hpp"

#include <string>

namespace dibs::cli::tensorhive {

// What the server said: what it made, or its sentence why not.
struct Answer {
    bool taken = false;
    Json body{};
    std::string why{};
    std::string code{};  // of the problem: "slot-taken"
};

// Waits where the server wants fewer commands a minute, and sends again with the same key. A
// refusal of this one thing is an answer; throws Failure where nothing else would be taken either:
// nobody answers, who asks may not, the log cannot be written.
[[nodiscard]] Answer send_command(Context& context, const std::string& method,
                                  const std::string& path, const Json& body,
                                  std::int64_t version = 0);

}  // namespace dibs::cli::tensorhive
