// All that this site does about facts, outside the log: programs, webhooks, chats, as the
// configuration names them. Another effect is one more `Reaction` in this list.
#pragma once

#include "ops/configured_outbound.hpp"
#include "ops/react/reactors.hpp"
#include "ops/react/told_event.hpp"

#include <vector>

namespace dibs {

struct ReactionParts {
    Telling telling;
    Clock clock;
    web::SentenceOf sentence;
};

[[nodiscard]] std::vector<Reaction> site_reactions(const Config& config, const Outbound& outbound,
                                                   const ReactionParts& parts);

}  // namespace dibs
