// A browser adds its cookie to a WebSocket by itself, from any page. So a session's stream demands
// a ticket, which only a page that may read Dibs' answers can get. A ticket is valid for half a
// minute and for one stream of that session. A token is sent on purpose and needs no ticket.
#pragma once

#include "api/auth/expiring.hpp"
#include "domain/kernel/ref.hpp"

namespace dibs::auth {

inline constexpr Duration stream_ticket_life = std::chrono::seconds{30};

inline std::string stream_of(SessionId session) {
    return "stream of " + to_text(session);
}

}  // namespace dibs::auth
