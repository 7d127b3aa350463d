// Cookies and bearer tokens as text.
#include "api/auth/secrets.hpp"

#include "ingest/fresh_id.hpp"

namespace dibs::auth {
namespace {

constexpr std::string_view token_prefix = "dibs_";

// A proxy without X-Forwarded-Proto still forwards the page's Origin.
bool over_tls(const http::Request& request) {
    if (request.header("x-forwarded-proto") || request.over_tls)
        return http::came_over_tls(request);
    return request.header("origin").value_or("").starts_with("https://");
}

// Browsers accept a cookie with such a prefix only over TLS. With __Host- only this host can set
// it; below a base path __Secure- is used, which other applications on the host can set too.
constexpr std::string_view of_host = "__Host-", secure = "__Secure-";

std::string cookie(const http::Request& request, std::string_view name, std::string_view value,
                   std::int64_t max_age_s, SameSite from) {
    std::string text;
    if (over_tls(request)) text += request.base_path.empty() ? of_host : secure;
    text += name;
    text += '=';
    text += value;
    text += "; Path=" + (request.base_path.empty() ? std::string("/") : request.base_path);
    text += "; Max-Age=" + std::to_string(max_age_s) + "; HttpOnly; SameSite=";
    text += from == SameSite::lax ? "Lax" : "Strict";
    if (over_tls(request)) text += "; Secure";
    return text;
}

}  // namespace

bool has_authorization(const http::Request& request) {
    return request.header("authorization").has_value();
}

std::optional<std::string_view> bearer_token(const http::Request& request) {
    auto value = request.header("authorization").value_or("");
    if (value.size() < 7 || !http::equal_ignoring_case(value.substr(0, 7), "bearer ")) {
        return std::nullopt;
    }
    value.remove_prefix(7);
    while (value.starts_with(' ')) value.remove_prefix(1);
    if (!value.starts_with(token_prefix)) return std::nullopt;
    return value;
}

std::optional<std::string_view> cookie_of(const http::Request& request, std::string_view name) {
    for (const auto prefix : {of_host, secure}) {
        const auto value = request.cookie(std::string(prefix).append(name));
        if (value && !value->empty()) return value;
    }
    if (came_over_tls(request))
        return std::nullopt;  // over plain HTTP anyone on the network path may have set it
    const auto value = request.cookie(name);
    return value && !value->empty() ? value : std::nullopt;
}

std::optional<std::string_view> session_cookie(const http::Request& request) {
    return cookie_of(request, cookie_name);
}

std::string fresh_token() {
    return std::string(token_prefix) + fresh_secret();
}

std::string set_cookie(const http::Request& request, std::string_view name, std::string_view value,
                       Duration lifetime, SameSite from) {
    return cookie(request, name, value,
                  std::chrono::duration_cast<std::chrono::seconds>(lifetime).count(), from);
}

std::string take_cookie_back(const http::Request& request) {
    return cookie(request, cookie_name, "", 0, SameSite::strict);
}

}  // namespace dibs::auth
