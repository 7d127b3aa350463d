// The scopes that a route can demand from its caller: the values of Route::scope. A route without
// one of these is refused to everyone, so a forgotten row opens nothing.
#pragma once

namespace dibs::auth::access {

inline constexpr const char* open = "open";            // no credential needed
inline constexpr const char* metrics = "metrics";      // see scraping.hpp
inline constexpr const char* signed_in = "signed-in";  // any valid credential
inline constexpr const char* read = "read";
inline constexpr const char* book = "book";
inline constexpr const char* admin = "admin";
inline constexpr const char* session = "session";  // a cookie
inline constexpr const char* account =
    "account";  // a cookie got by password, or a token with `book`
inline constexpr const char* personal = "personal";  // a cookie got by password, or scope `admin`

}  // namespace dibs::auth::access
