// The step "message": a few lines on the terminals of whose processes they are, on each host where
// these run, through the account that probes it. At most one to an account of a host in ten
// minutes about one booking, whatever it does there: what is more waits. About another booking it
// is the one notice before a stop, and does not; but the sixth in ten minutes, and each behind it,
// comes a minute after the one before, so that whoever books and gives back in a loop fills no
// terminal. What runs where nobody sees it waits for its host, up to an hour.
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
// Who was told so often on one account of a host in that time is told once a minute.
inline constexpr std::size_t most_messages = 5;
inline constexpr Duration when_many = std::chrono::minutes{1};

[[nodiscard]] Handler message_handler(MessageParts parts);

}  // namespace dibs::steps
