// Cookies and bearer tokens, as texts.
#include "api/auth/secrets.hpp"

#include "ingest/fresh_id.hpp"

namespace dibs::auth {
namespace {

constexpr std::string_view token_prefix = "dibs_";

bool over_tls(const http::Request& request) {
    if (const auto proto = request.header("x-forwarded-proto")) {
        return http::equal_ignoring_case(*proto, "https");
    }
    return request.header("origin").value_or("").starts_with("https://");
}

std::string cookie(const http::Request& request, std::string_view name, std::string_view value,
                   std::int64_t seconds) {
    std::string text(name);
    text += '=';
    text += value;
    text += "; Path=" + (request.base_path.empty() ? std::string("/") : request.base_path);
    text += "; Max-Age=" + std::to_string(seconds) + "; HttpOnly; SameSite=Strict";
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

std::optional<std::string_view> session_cookie(const http::Request& request) {
    const auto value = request.cookie(cookie_name);
    if (!value || value->empty()) return std::nullopt;
    return value;
}

std::string fresh_token() {
    return std::string(token_prefix) + fresh_secret();
}

std::string set_cookie(const http::Request& request, std::string_view name, std::string_view value,
                       Duration lifetime) {
    return cookie(request, name, value,
                  std::chrono::duration_cast<std::chrono::seconds>(lifetime).count());
}

std::string take_cookie_back(const http::Request& request) {
    return cookie(request, cookie_name, "", 0);
}

}  // namespace dibs::auth
