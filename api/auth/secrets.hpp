// Secrets in requests and responses: the session's cookie and the bearer token. Only their
// digest_of() is ever stored.
#pragma once

#include "api/http/message/request.hpp"
#include "domain/kernel/time.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace dibs::auth {

inline constexpr std::string_view cookie_name = "dibs_session";

// "dibs_…" of `Authorization: Bearer dibs_…`; empty if the header is absent or malformed.
[[nodiscard]] std::optional<std::string_view> bearer_token(const http::Request& request);
[[nodiscard]] bool has_authorization(const http::Request& request);
[[nodiscard]] std::optional<std::string_view> session_cookie(const http::Request& request);
// A cookie of set_cookie(), with the prefix of a name that was set over TLS; without the prefix
// only over plain HTTP.
[[nodiscard]] std::optional<std::string_view> cookie_of(const http::Request& request,
                                                        std::string_view name);

[[nodiscard]] std::string fresh_token();  // "dibs_" and 256 random bits

// Lax: the browser also sends it when another site links to Dibs.
enum class SameSite { strict, lax };

// Values of Set-Cookie. HttpOnly, below the base path, SameSite=Strict unless given otherwise. Over
// TLS, to Dibs or to a proxy that says so: Secure, with the prefix __Host-, or __Secure- below a
// base path.
[[nodiscard]] std::string set_cookie(const http::Request& request, std::string_view name,
                                     std::string_view value, Duration lifetime,
                                     SameSite from = SameSite::strict);
[[nodiscard]] std::string take_cookie_back(const http::Request& request);

}  // namespace dibs::auth
