// The results of the seal check so far. The sealer fills them in (sealer.hpp), the API shows them.
// A value.
#pragma once

#include "domain/world/audit.hpp"

#include <optional>
#include <string>

namespace dibs {

struct AuditFindings {
    Position read = 0;      // checked from the first fact up to here
    Position seals = 0;     // among them, all valid
    Position unsealed = 0;  // facts behind what the newest seal covers
    bool one_key = true;    // all seals are signed with the same key
    std::optional<audit::Seal> newest{};
    // A sentence about a seal that does not fit the facts before it. Nothing behind it is read.
    std::optional<std::string> broken{};
};

}  // namespace dibs
