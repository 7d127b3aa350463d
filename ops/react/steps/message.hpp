// The step "message": a few lines on the terminals of the processes' account, on each of their
// hosts, through the probe's account. An account of a host gets at most one message in ten minutes
// about one booking; further ones wait. The first about another booking does not wait: it may be
// the only notice before a stop. From the sixth in ten minutes on, messages are a minute apart, so
// that a loop of booking and releasing cannot flood a terminal. If no probe sees the processes, the
// message waits for their host, up to an hour.
#pragma once

#include "ingest/clock.hpp"
#include "ops/react/steps/sight.hpp"
#include "ops/react/steps/step.hpp"
#include "ops/react/steps/words.hpp"

namespace dibs::steps {

struct MessageParts {
    ssh::Remote& remote;
    std::function<Snapshot()> tables;
    FindSighting sighting;
    std::string site;  // see words.hpp
    Clock clock;
};

inline constexpr Duration between_messages = std::chrono::minutes{10};
// After this number of messages to one account of a host in that time, messages are a minute apart.
inline constexpr std::size_t most_messages = 5;
inline constexpr Duration when_many = std::chrono::minutes{1};

[[nodiscard]] Handler message_handler(MessageParts parts);

}  // namespace dibs::steps
