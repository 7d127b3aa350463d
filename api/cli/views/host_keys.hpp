// Host keys that a person compares before they are pinned: of a host, and of the jumps that it is
// reached through.
#pragma once

#include "api/cli/client/context.hpp"
#include "api/cli/lib/jumps.hpp"

#include <string>
#include <string_view>

namespace dibs::cli {

// The key that a machine offers behind these jumps, if a person says that it is the right one.
// `option`: with which to name it where nobody is there to ask.
[[nodiscard]] std::string agreed_fingerprint(Context& context, const std::string& address,
                                             std::int64_t port, const Jumps& jumps,
                                             std::string_view option);

// Those without a key get the one that is pinned for another host, else one that a person agrees
// to. `again`: also where another key than that is offered now.
[[nodiscard]] Jumps with_keys(Context& context, const Jumps& jumps, bool again);

}  // namespace dibs::cli
