// Liveness and readiness.
#include "api/routes/request/readiness.hpp"
#include "api/routes/request/request_context.hpp"
#include "api/routes/request/routes.hpp"

namespace dibs::routes {
namespace {

using http::Method;
using http::Request;
using http::Respond;

http::Response readyz(const Service& service, const Request& request) {
    const auto its = readiness_of(service);
    std::string lines;
    if (request.query.has("verbose")) {
        for (const auto& check : its.checks) {
            lines += check.name + ": " + (check.why.empty() ? "ok" : check.why);
            lines += (check.note.empty() ? "" : "; " + check.note) + "\n";
        }
    }
    lines += its.ready() ? "ready\n" : "not ready: " + its.why() + "\n";
    auto response = http::text_response(its.ready() ? 200 : 503, lines);
    if (!its.ready()) response.with("Retry-After", "1");
    return response;
}

// Answers a plain request to the stream's path; upgrades go to the hub and do not reach this route.
http::Response upgrade_needed(const Request& request) {
    auto problem = http::problem_of_status(426, "This is a WebSocket: ask with Upgrade: websocket.",
                                           request.request_id);
    problem.field = "Upgrade";
    return http::to_response(problem).with("Upgrade", "websocket").with("Connection", "Upgrade");
}

}  // namespace

void add_health(http::Router& router, const Service& service) {
    router.add({Method::get, "/livez", "isAlive", access::open,
                [](const Request&, const Respond& respond) {
                    respond(http::text_response(200, "alive\n"));
                },
                http::Needs::nothing});
    router.add({Method::get, "/readyz", "isReady", access::open,
                [&service](const Request& request, const Respond& respond) {
                    respond(readyz(service, request));
                },
                http::Needs::nothing});
    router.add(
        {Method::get, "/api/v1/stream", "openStream", access::read,
         [](const Request& request, const Respond& respond) { respond(upgrade_needed(request)); }});
}

}  // namespace dibs::routes
