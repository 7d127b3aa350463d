// A device that signed in before: so says a cookie of its own, which outlives sessions and opens
// nothing. It is signed for one account, and lets that account be reached from there while others
// guess at its password. A device keeps the cookie for a few accounts, the last one first.
#pragma once

#include "api/auth/expiring.hpp"
#include "api/http/message/request.hpp"
#include "domain/kernel/ids.hpp"

#include <string>
#include <string_view>

namespace dibs::auth {

// What this device is called for this account; empty if it never signed in to it.
[[nodiscard]] std::string known_device(const http::Request& request, PersonId person,
                                       const Sign& sign);

// A value of Set-Cookie, after this account was signed in to.
[[nodiscard]] std::string remember_device(const http::Request& request, PersonId person,
                                          const Sign& sign);

}  // namespace dibs::auth
