// Protection against cross-site requests (CSRF) and cross-site WebSockets: accepts requests from
// Dibs' own pages, from configured origins, and from programs other than browsers. Pure.
#pragma once

#include "api/http/message/request.hpp"
#include "domain/kernel/result.hpp"

#include <string>
#include <vector>

namespace dibs::http {

struct OriginPolicy {
    std::vector<std::string> allowed{};  // additional origins, "https://gpus.example.org"
};

// For state-changing requests and upgrades. Origin, if sent, must match Host or be allowed.
// Sec-Fetch-Site, if sent, must be same-origin or none (or the Origin an allowed one). A request
// with neither comes from no current browser and passes. Refused with not_allowed. The refusal of
// an Origin names it and Host, because a proxy may have changed Host.
[[nodiscard]] Result<void> check_origin(const Request& request, const OriginPolicy& policy);

// Demands the header `Dibs-Client` with any value. A form or link of another site cannot add a
// header, and its script only after a CORS preflight. Refused with not_allowed.
[[nodiscard]] Result<void> check_client_named(const Request& request);

// A request with a body must name application/json or application/merge-patch+json, which a form
// cannot; charset=utf-8 is optional.
[[nodiscard]] Result<void> check_json_body(const Request& request);

// check_origin() and check_json_body() for POST, PUT, PATCH and DELETE; passes GET, HEAD and
// OPTIONS.
[[nodiscard]] Result<void> check_cross_site(const Request& request, const OriginPolicy& policy);

[[nodiscard]] bool changes_state(Method method);

}  // namespace dibs::http
