// Recognizes devices that signed in before, by a signed cookie. The cookie outlives sessions and
// authorizes nothing. It is signed for one account. Guesses from unknown devices at that account's
// password do not block the known device. A device keeps the cookie for a few accounts, the most
// recent first.
#pragma once

#include "api/auth/expiring.hpp"
#include "api/http/message/request.hpp"
#include "domain/kernel/ids.hpp"

#include <string>
#include <string_view>

namespace dibs::auth {

// This device's name for this account; empty if it never signed in to it.
[[nodiscard]] std::string known_device(const http::Request& request, PersonId person,
                                       const Sign& sign);

// The Set-Cookie value after a sign-in to this account.
[[nodiscard]] std::string remember_device(const http::Request& request, PersonId person,
                                          const Sign& sign);

}  // namespace dibs::auth
