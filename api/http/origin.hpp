// Cross-site requests (CSRF) and cross-site WebSockets: is this request from our own pages, from
// an origin the configuration names, or from a program that is no browser? Pure.
#pragma once

#include "api/http/message/request.hpp"
#include "domain/kernel/result.hpp"

#include <string>
#include <vector>

namespace dibs::http {

struct OriginPolicy {
    std::vector<std::string> allowed{};  // further origins, "https://gpus.example.org"
};

// For state-changing requests and upgrades. Origin, if sent, is our own Host's or allowed;
// Sec-Fetch-Site, if sent, is same-origin or none (or the Origin is an allowed one). A request
// with neither comes from no browser in use and is let through. Refused with not_allowed; of
// an Origin with it and the Host, as a proxy in front may have changed that.
[[nodiscard]] Result<void> check_origin(const Request& request, const OriginPolicy& policy);

// A form and a link of another site cannot add a header of ours, and a script of theirs only after
// asking us first: so what a cookie may do is done for who sends `Dibs-Client`, whatever it says.
// Refused with not_allowed.
[[nodiscard]] Result<void> check_client_named(const Request& request);

// A request with a body names application/json (a form cannot); with or without charset=utf-8.
[[nodiscard]] Result<void> check_json_body(const Request& request);

// Both, for POST, PUT, PATCH and DELETE; nothing to say about GET, HEAD and OPTIONS.
[[nodiscard]] Result<void> check_cross_site(const Request& request, const OriginPolicy& policy);

[[nodiscard]] bool changes_state(Method method);

}  // namespace dibs::http
