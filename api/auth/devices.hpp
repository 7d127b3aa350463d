// Recognizes devices that signed in before, by the signed cookie `dibs_device`. It keeps sign-in
// possible on a known device while unknown devices guess the account's password. The cookie
// outlives sessions (400 days) and authorizes nothing. It holds one signed entry per account, for
// the 4 most recent accounts. The functions keep no state.
#pragma once

#include "api/auth/expiring.hpp"
#include "api/http/message/request.hpp"
#include "domain/kernel/ids.hpp"

#include <string>
#include <string_view>

namespace dibs::auth {

// Returns the random name of this device for this account. Empty if the cookie has no entry with a
// valid signature for it.
[[nodiscard]] std::string known_device(const http::Request& request, PersonId person,
                                       const Sign& sign);

// Returns the Set-Cookie value to send after a sign-in to this account. A known device keeps its
// name; other accounts' entries are kept up to the limit.
[[nodiscard]] std::string remember_device(const http::Request& request, PersonId person,
                                          const Sign& sign);

}  // namespace dibs::auth
