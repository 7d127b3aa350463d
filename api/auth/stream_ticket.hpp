// A browser adds its cookie to a WebSocket by itself, whoever's page opens it. So the stream of a
// session asks for what only a page that may read our answers has: a ticket of half a minute, for
// one stream of that session. A token is sent on purpose and needs none.
#pragma once

#include "api/auth/expiring.hpp"
#include "domain/kernel/ref.hpp"

namespace dibs::auth {

inline constexpr Duration stream_ticket_life = std::chrono::seconds{30};

inline std::string stream_of(SessionId session) {
    return "stream of " + to_text(session);
}

}  // namespace dibs::auth
