// Writes a message to the terminals of an account, one host after the other, through the probe's
// account (host_programs/tell.hpp). Used by the notifications about violations and idle bookings.
// Blocks.
#pragma once

#include "ingest/ssh/remote.hpp"

#include <atomic>
#include <cstdint>
#include <string>

namespace dibs {

struct TerminalMessage {
    const ssh::HostTarget& host;
    const std::string& account;
    const std::string& text;
};

// The sum of all hosts so far.
struct TerminalResult {
    std::int64_t told = 0;
    std::string failure{};  // the first one
    bool unreached = false;
};

void tell_terminals(TerminalResult& sum, ssh::Remote& remote, const TerminalMessage& message,
                    const std::atomic<bool>& stopping);

}  // namespace dibs
