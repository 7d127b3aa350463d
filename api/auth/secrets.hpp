// Secrets on their way in and out: the session's cookie and the bearer token. Only digest_of() of
// them is ever kept.
#pragma once

#include "api/http/message/request.hpp"
#include "domain/kernel/time.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace dibs::auth {

inline constexpr std::string_view cookie_name = "dibs_session";

// "dibs_…" of `Authorization: Bearer dibs_…`; nothing if the header is absent or of another form.
[[nodiscard]] std::optional<std::string_view> bearer_token(const http::Request& request);
[[nodiscard]] bool has_authorization(const http::Request& request);
[[nodiscard]] std::optional<std::string_view> session_cookie(const http::Request& request);
// One that set_cookie() made, with the prefix that its name got over TLS; without it only over
// plain HTTP.
[[nodiscard]] std::optional<std::string_view> cookie_of(const http::Request& request,
                                                        std::string_view name);

[[nodiscard]] std::string fresh_token();  // "dibs_" and 256 random bits

// Lax: the browser brings it along when another site sends it to us.
enum class SameSite { strict, lax };

// Values of Set-Cookie. HttpOnly, SameSite=Strict unless said otherwise, below the base path;
// Secure, and with __Host- (or below a base path __Secure-) before the name, when the request came
// over TLS, to us or to a proxy that says so.
[[nodiscard]] std::string set_cookie(const http::Request& request, std::string_view name,
                                     std::string_view value, Duration lifetime,
                                     SameSite from = SameSite::strict);
[[nodiscard]] std::string take_cookie_back(const http::Request& request);

}  // namespace dibs::auth
