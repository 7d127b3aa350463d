// The step "message": a few lines on the terminals of whose processes they are, on each host where
// these run, through the account that probes it. At most one to an account of a host in ten
// minutes about one booking, whatever it does there: what is more waits. About another booking
// it is the one notice before a stop, and does not; but whoever books and books again is heard five
// times in ten minutes on one account of a host, and no more. What runs where nobody sees it waits
// for its host, up to an hour.
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
inline constexpr std::size_t most_messages = 5;  // to one account of a host in that time

[[nodiscard]] Handler message_handler(MessageParts parts);

}  // namespace dibs::steps
