// Leaves a code in a file that only one UNIX account of a host can read: ~/.dibs/sign-up-code. A
// person with the code owns the account; a successful login with our key alone does not prove that.
// Used for signing up.
#pragma once

#include "ingest/ssh/remote.hpp"

#include <cstdint>
#include <functional>
#include <string>

namespace dibs::ssh {

struct AccountCode {
    HostTarget target{};  // logs in as the account that gets the code
    std::string code{};
    std::int64_t lowest_uid = 0;  // accounts below are system accounts and belong to no person
};

// From the call to the answer. Then the stream is closed, and a command that hangs on the host
// loses its input.
inline constexpr Duration account_code_limit{10'000};

// Any thread. Calls `then` once, on the callback thread, with an empty text or the reason of the
// failure for the server's log.
void leave_code(Remote& remote, const AccountCode& wanted,
                std::function<void(const std::string& why_not)> then);

}  // namespace dibs::ssh
