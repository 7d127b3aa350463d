// All routes of Dibs, a function a resource, in one list. Paths, names and scopes are those of
// openapi.yaml; a test compares both. To add a command: its route in its resource's file, its path
// there.
#pragma once

#include "api/auth/gate.hpp"
#include "api/http/router.hpp"
#include "api/service.hpp"

#include <string_view>

// Each is a function add_NAME(router, service).
#define DIBS_RESOURCES(resource) \
    resource(reservations);      \
    resource(swaps);             \
    resource(offers);            \
    resource(gpu_request);       \
    resource(time);              \
    resource(calendar);          \
    resource(feeds);             \
    resource(hosts);             \
    resource(gpus);              \
    resource(usage);             \
    resource(usage_reports);     \
    resource(usage_week);        \
    resource(catalogue);         \
    resource(violations);        \
    resource(rules);             \
    resource(boards);            \
    resource(budgets);           \
    resource(people);            \
    resource(second_factor);     \
    resource(erasure);           \
    resource(groups);            \
    resource(grants);            \
    resource(tokens);            \
    resource(session);           \
    resource(sessions);          \
    resource(oidc);              \
    resource(device_login);      \
    resource(password_links);    \
    resource(sign_up);           \
    resource(preferences);       \
    resource(stream_ticket);     \
    resource(setup);             \
    resource(events);            \
    resource(audit);             \
    resource(contract);          \
    resource(problems);          \
    resource(health);            \
    resource(system);            \
    resource(metrics);

namespace dibs::routes {

#define DIBS_DECLARATION(name) void add_##name(http::Router& router, const Service& service)
DIBS_RESOURCES(DIBS_DECLARATION)
#undef DIBS_DECLARATION

// Behind which the addresses of calendars stand: what follows is a secret, for no log to have.
inline constexpr std::string_view feeds_path = "/calendar/";

// All of the above, and the gate before them. `service` outlives the router.
void add_all_routes(http::Router& router, const Service& service);

// For the gate, and for the stream's admission.
[[nodiscard]] auth::Guard guard_of(const Service& service);

}  // namespace dibs::routes
