// What a look at the seals of a log has found so far: told by who seals (sealer.hpp), shown by the
// API. A value.
#pragma once

#include "domain/world/audit.hpp"

#include <optional>
#include <string>

namespace dibs {

struct AuditFindings {
    Position read = 0;      // looked at up to there, from the log's birth on
    Position seals = 0;     // among them, all fitting
    Position unsealed = 0;  // facts behind what the newest covers
    bool one_key = true;    // all of them are signed with
    std::optional<audit::Seal> newest{};
    // A sentence: a seal that does not fit what lies before it. Nothing is read behind it.
    std::optional<std::string> broken{};
};

}  // namespace dibs
