// The gate before every route. It waits for the tables, identifies the caller by cookie or bearer
// token (by digest) and demands the scope of the route's row. It refuses writes from foreign pages
// and above the rate limit. The domain judges rights over things; the gate only decides whether a
// request reaches its route. On the loop.
#pragma once

#include "api/auth/expiring.hpp"
#include "api/auth/last_use.hpp"
#include "api/auth/rates.hpp"
#include "api/auth/scraping.hpp"
#include "api/auth/viewer.hpp"
#include "api/http/connection/server.hpp"
#include "api/http/router.hpp"
#include "ingest/clock.hpp"
#include "projections/projector.hpp"
#include "projections/read_model.hpp"

#include <functional>

namespace dibs::auth {

// The gate's dependencies; all outlive it.
struct Guard {
    const ReadModel& model;
    const Projector& projector;
    Rates& rates;
    LastUse& last_use;
    Clock clock;
    http::OriginPolicy origins{};
    Scraping scraping{};
    Sign sign{};                                                    // signs the stream's tickets
    std::size_t most_streams = 10;                                  // per person
    std::function<void(SessionId)> end_session = [](SessionId) {};  // any thread
};

// For Router::set_gate.
[[nodiscard]] http::Gate make_gate(Guard guard);

// For Server::add_stream: demands scope read, a ticket where the credential is a cookie
// (stream_ticket.hpp), and at most `most_streams` streams per person. The server has checked the
// Origin.
[[nodiscard]] http::Authenticate make_admission(Guard guard);

}  // namespace dibs::auth
