// Runs one command on a host to its end, for effects. Blocks the caller; never call it on the
// thread of the `Remote`'s callbacks.
#pragma once

#include "ingest/ssh/remote.hpp"

#include <atomic>
#include <chrono>
#include <string>

#include <tl/expected.hpp>

namespace dibs::ssh {

struct Wait {
    std::chrono::milliseconds limit;      // for the whole command
    const std::atomic<bool>& stopping;    // ends the wait early
    std::size_t most_output = 64 * 1024;  // output beyond this is dropped
};

// Returns the standard output if the command ended by itself, with any exit status.
[[nodiscard]] tl::expected<std::string, RemoteError> one_answer(Remote& remote,
                                                                const HostTarget& target,
                                                                RemoteCommand command,
                                                                const Wait& wait);

}  // namespace dibs::ssh
