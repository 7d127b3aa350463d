// The step "message": a few lines on the terminals of whose processes they are, on each host where
// these run, through the account that probes it. At most one to an account of a host in ten
// minutes about one booking, whatever it does there: what is more waits. About another booking
// it is the one notice before a stop, and does not.
#pragma once

#include "ingest/clock.hpp"
#include "ops/react/steps/step.hpp"
#include "ops/react/steps/words.hpp"

namespace dibs::steps {

struct MessageParts {
    ssh::Remote& remote;
    std::function<Snapshot()> tables;
    std::string site;  // see words.hpp
    Clock clock;
};

inline constexpr Duration between_messages = std::chrono::minutes{10};

[[nodiscard]] Handler message_handler(MessageParts parts);

}  // namespace dibs::steps
