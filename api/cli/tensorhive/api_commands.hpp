// Sends the commands of an import one after the other, as fast as the rate limit of one person
// allows.
#pragma once

#include "api/cli/client/context.hpp"

#include <string>

namespace dibs::cli::tensorhive {

// The answer of the server: the new resource, or the reason of its refusal.
struct Answer {
    bool accepted = false;
    Json body{};
    std::string why{};
    std::string code{};  // of the problem: "slot-taken"
};

// Waits at the rate limit and sends again with the same key. A refusal of this one thing is an
// Answer. Throws Failure when later commands would fail too: no answer, no permission, a log that
// cannot be written.
[[nodiscard]] Answer send_command(Context& context, const std::string& method,
                                  const std::string& path, const Json& body,
                                  std::int64_t version = 0);

}  // namespace dibs::cli::tensorhive
