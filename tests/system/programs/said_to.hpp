// Sends a command to a writer and returns its outcome; a refusal ends the program. For the programs
// that make logs (grow_log, grow_usage).
#pragma once

#include "ingest/writer.hpp"

#include <cstdio>
#include <cstdlib>
#include <future>
#include <utility>
#include <vector>

namespace dibs {

inline std::vector<Event> said_to(Writer& writer, Command command) {
    std::promise<Reply> said;
    writer.submit(Envelope{std::move(command)},
                  [&said](Reply reply) { said.set_value(std::move(reply)); });
    const auto reply = said.get_future().get();
    if (reply) return reply->events;
    std::fprintf(stderr, "refused: %s\n", reply.error().detail.c_str());
    std::exit(1);
}

}  // namespace dibs
