// All routes of Dibs in one list, one function per resource. Paths, names and scopes are those of
// openapi.yaml; a test compares both. To add a command: add its route to its resource's file and
// its path to the contract.
#pragma once

#include "api/auth/gate.hpp"
#include "api/http/router.hpp"
#include "api/service.hpp"

#include <string_view>

// Each names a function add_NAME(router, service).
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

// The path prefix of calendar addresses: the rest is a secret and must not be logged.
inline constexpr std::string_view feeds_path = "/calendar/";

// Adds all of the above and the gate. `service` outlives the router.
void add_all_routes(http::Router& router, const Service& service);

// For the gate, and for the stream's admission.
[[nodiscard]] auth::Guard guard_of(const Service& service);

}  // namespace dibs::routes
