// The gate before every route: finds out who asks (cookie or bearer token, by its digest), demands
// what the route's row says, refuses writes from foreign pages and too many of them. Rights over
// things are the domain's to judge; here only whether a request comes through. On the loop.
#pragma once

#include "api/auth/viewer.hpp"
#include "api/http/router.hpp"
#include "api/http/server.hpp"

namespace dibs::routes {
struct Service;
}

namespace dibs::auth {

// For Router::set_gate. `service` outlives it.
[[nodiscard]] http::Gate make_gate(const routes::Service& service);

// For Server::add_stream: scope read, and at most this many streams of one person. The server has
// checked the Origin.
[[nodiscard]] http::Authenticate make_admission(const routes::Service& service,
                                                std::size_t most_streams = 10);

// Who asks, by the tables as they are; nobody (an empty optional) without a credential; refused
// (not_signed_in) with one that is not valid.
[[nodiscard]] Result<std::optional<Viewer>> identify(const routes::Service& service,
                                                     const http::Request& request);

}  // namespace dibs::auth
