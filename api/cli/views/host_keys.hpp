// Host keys of a host and its jump hosts, which a person compares before they are pinned.
#pragma once

#include "api/cli/client/context.hpp"
#include "api/cli/lib/jumps.hpp"

#include <string>
#include <string_view>

namespace dibs::cli {

// The key that a host offers behind these jumps, if a person confirms it. `option`: the option to
// name the key with, for the message where nothing can be asked.
[[nodiscard]] std::string agreed_fingerprint(Context& context, const std::string& address,
                                             std::int64_t port, const Jumps& jumps,
                                             std::string_view option);

// Gives jumps without a key the one pinned for another host, else one that a person confirms.
// `again`: also asks about a jump whose offered key differs from its pinned one.
[[nodiscard]] Jumps with_keys(Context& context, const Jumps& jumps, bool again);

}  // namespace dibs::cli
