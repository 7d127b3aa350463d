// Compares origins as text: scheme, host and port.
#include "api/http/origin.hpp"

#include "domain/kernel/text.hpp"

#include <algorithm>

namespace dibs::http {
namespace {

// "Host:80" of http and "Host:443" of https become "Host".
std::string_view without_default_port(std::string_view authority, std::string_view port) {
    if (authority.ends_with(port)) authority.remove_suffix(port.size());
    return authority;
}

// Rejects an http:// origin for a request over TLS: anyone on the network path may have altered
// that page. An https:// origin without TLS here is accepted, because a proxy may have ended TLS
// without saying so.
bool is_own(std::string_view origin, const Request& request) {
    const auto host = request.header("host").value_or("");
    std::string_view port;
    if (origin.starts_with("http://")) {
        if (came_over_tls(request)) return false;
        origin.remove_prefix(7);
        port = ":80";
    } else if (origin.starts_with("https://")) {
        origin.remove_prefix(8);
        port = ":443";
    } else {
        return false;
    }
    return !origin.empty() && equal_ignoring_case(without_default_port(origin, port),
                                                  without_default_port(host, port));
}

bool is_allowed(std::string_view origin, const OriginPolicy& policy) {
    return std::any_of(policy.allowed.begin(), policy.allowed.end(),
                       [&](const auto& known) { return equal_ignoring_case(known, origin); });
}

// Quotes a header only if it has the characters of an origin, because any client can write it.
std::string shown(std::string_view header) {
    constexpr std::size_t longest = 200;
    const auto is_plain = [](char c) {
        return is_letter_or_digit(c) ||
               std::string_view(".:/-_[]").find(c) != std::string_view::npos;
    };
    const bool plain = !header.empty() && header.size() <= longest &&
                       std::all_of(header.begin(), header.end(), is_plain);
    return plain ? std::string(header) : "(unreadable)";
}

// The usual cause is a proxy that changes Host.
auto foreign_origin(std::string_view origin, const Request& request) {
    const auto host = request.header("host").value_or("");
    return refuse(Code::not_allowed, "Origin",
                  "This request comes from a page at " + shown(origin) +
                      ", but this server was asked as " + shown(host) +
                      ". If both are one site, let the proxy pass on the header Host, or set "
                      "public_url under [server] to the address of the page.");
}

}  // namespace

Result<void> check_origin(const Request& request, const OriginPolicy& policy) {
    const auto origin = request.header("origin");
    if (origin && is_allowed(*origin, policy)) return {};
    if (origin && !is_own(*origin, request)) return foreign_origin(*origin, request);
    const auto site = request.header("sec-fetch-site");
    if (site && *site != "same-origin" && *site != "none") {
        return refuse(Code::not_allowed, "Sec-Fetch-Site",
                      "This request comes from a page of another site.");
    }
    return {};
}

Result<void> check_client_named(const Request& request) {
    if (!request.header("dibs-client").value_or("").empty()) return {};
    return refuse(Code::not_allowed, "Dibs-Client",
                  "A change by cookie names what sends it, in the header Dibs-Client.");
}

Result<void> check_json_body(const Request& request) {
    const auto type = request.header("content-type");
    if (!type) {
        if (request.body.empty()) return {};
        return refuse(Code::malformed, "Content-Type", "A body must be application/json.");
    }
    auto rest = *type;
    const auto name = rest.substr(0, rest.find(';'));
    rest.remove_prefix(name.size());
    std::string parameters;
    for (const char c : rest) {
        if (c != ' ' && c != '\t' && c != '"') parameters += c;
    }
    auto bare = name;
    while (bare.ends_with(' ') || bare.ends_with('\t')) bare.remove_suffix(1);
    const bool json = equal_ignoring_case(bare, "application/json") ||
                      equal_ignoring_case(bare, "application/merge-patch+json");
    if (json && (parameters.empty() || equal_ignoring_case(parameters, ";charset=utf-8"))) {
        return {};
    }
    return refuse(Code::malformed, "Content-Type", "A body must be application/json in UTF-8.");
}

bool changes_state(Method method) {
    return method == Method::post || method == Method::put || method == Method::patch ||
           method == Method::del;
}

Result<void> check_cross_site(const Request& request, const OriginPolicy& policy) {
    if (!changes_state(request.method)) return {};
    if (auto verdict = check_origin(request, policy); !verdict) return verdict;
    return check_json_body(request);
}

}  // namespace dibs::http
