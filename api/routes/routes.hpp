// All routes of Dibs, a function a resource. Paths, names and scopes are those of openapi.yaml; a
// test compares both. To add a command: its route here, its path there.
#pragma once

#include "api/auth/gate.hpp"
#include "api/http/router.hpp"
#include "api/service.hpp"

namespace dibs::routes {

void add_reservations(http::Router& router, const Service& service);
void add_offers(http::Router& router, const Service& service);
void add_gpu_request(http::Router& router, const Service& service);
void add_time(http::Router& router, const Service& service);
void add_calendar(http::Router& router, const Service& service);
void add_hosts(http::Router& router, const Service& service);
void add_gpus(http::Router& router, const Service& service);  // and processes
void add_usage(http::Router& router, const Service& service);
void add_catalogue(http::Router& router, const Service& service);
void add_violations(http::Router& router, const Service& service);
void add_rules(http::Router& router, const Service& service);
void add_boards(http::Router& router, const Service& service);
void add_people(http::Router& router, const Service& service);
void add_tokens(http::Router& router, const Service& service);
void add_session(http::Router& router, const Service& service);
void add_sessions(http::Router& router, const Service& service);
void add_preferences(http::Router& router, const Service& service);
void add_setup(http::Router& router, const Service& service);
void add_events(http::Router& router, const Service& service);
void add_contract(http::Router& router);
void add_health(http::Router& router, const Service& service);  // the stream's stub too
void add_system(http::Router& router, const Service& service);
void add_metrics(http::Router& router, const Service& service);

// All of the above, and the gate before them. `service` outlives the router.
void add_all_routes(http::Router& router, const Service& service);

// For the gate, and for the stream's admission.
[[nodiscard]] auth::Guard guard_of(const Service& service);

}  // namespace dibs::routes
