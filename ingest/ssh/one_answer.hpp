// One command on a host, from its beginning to its end: what an effect asks for. Blocks the caller,
// which is never the thread of the `Remote`'s callbacks.
#pragma once

#include "ingest/ssh/remote.hpp"

#include <atomic>
#include <chrono>
#include <string>

#include <tl/expected.hpp>

namespace dibs::ssh {

struct Wait {
    std::chrono::milliseconds limit;      // for all of it
    const std::atomic<bool>& stopping;    // ends it early
    std::size_t most_output = 64 * 1024;  // what comes behind it is passed over
};

// Its standard output, if it ended by itself, whatever its status.
[[nodiscard]] tl::expected<std::string, RemoteError> one_answer(Remote& remote,
                                                                const HostTarget& target,
                                                                RemoteCommand command,
                                                                const Wait& wait);

}  // namespace dibs::ssh
