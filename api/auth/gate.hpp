// The gate before every route: lets nobody in before the tables are there, finds out who asks
// (cookie or bearer token, by its digest), demands what the route's row says, refuses writes from
// foreign pages and too many of them. Rights over things are the domain's to judge; here only
// whether a request comes through. On the loop.
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

// What it asks; all of it outlives the gate.
struct Guard {
    const ReadModel& model;
    const Projector& projector;
    Rates& rates;
    LastUse& last_use;
    Clock clock;
    http::OriginPolicy origins{};
    Scraping scraping{};
    Sign sign{};                                                    // of the stream's tickets
    std::size_t most_streams = 10;                                  // of one person
    std::function<void(SessionId)> end_session = [](SessionId) {};  // any thread
};

// For Router::set_gate.
[[nodiscard]] http::Gate make_gate(Guard guard);

// For Server::add_stream: scope read, a ticket where a cookie says who asks (stream_ticket.hpp),
// and so many streams of one person. The server has checked the Origin.
[[nodiscard]] http::Authenticate make_admission(Guard guard);

}  // namespace dibs::auth
