// What a route demands of who calls it: the words that stand in Route::scope. A route without one
// of these is refused to everyone, so that a forgotten row opens nothing.
#pragma once

#include <string_view>

namespace dibs::auth::access {

inline constexpr std::string_view open = "open";            // anybody
inline constexpr std::string_view nearby = "nearby";        // this machine; from afar: read
inline constexpr std::string_view signed_in = "signed-in";  // any valid credential
inline constexpr std::string_view read = "read";
inline constexpr std::string_view book = "book";
inline constexpr std::string_view admin = "admin";
inline constexpr std::string_view session = "session";  // a cookie
inline constexpr std::string_view personal = "personal";  // a cookie, or a token with `admin`

}  // namespace dibs::auth::access
