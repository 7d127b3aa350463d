// A message on the terminals of an account, on one host after the other; through the account that
// probes it (host_programs/tell.hpp). Used by what tells people about violations and about bookings
// that idle. Blocks.
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

// Of all hosts so far.
struct ToldOnTerminals {
    std::int64_t told = 0;
    std::string failure{};  // the first
    bool unreached = false;
};

void tell_terminals(ToldOnTerminals& sum, ssh::Remote& remote, const TerminalMessage& message,
                    const std::atomic<bool>& stopping);

}  // namespace dibs
