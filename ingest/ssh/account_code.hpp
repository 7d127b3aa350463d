// Leaves a code in a file that only one UNIX account of a host can read: ~/.dibs/sign-up-code. Who
// knows the code is its owner, which our key being let in there does not say. Used for signing up.
#pragma once

#include "ingest/ssh/remote.hpp"

#include <cstdint>
#include <functional>
#include <string>

namespace dibs::ssh {

struct AccountCode {
    HostTarget target{};  // logs in as the account that it is for
    std::string code{};
    std::int64_t lowest_uid = 0;  // below are the accounts of the system, which are nobody's
};

// From the call to the answer. Then it is closed, and what hangs on the host loses its input.
inline constexpr Duration account_code_limit{10'000};

// Any thread. `then` is called once, on the callback thread: empty, or why not, for the server's
// log.
void leave_code(Remote& remote, const AccountCode& wanted,
                std::function<void(const std::string& why_not)> then);

}  // namespace dibs::ssh
