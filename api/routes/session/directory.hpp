// Sign-in with a name and password of a directory, when no account here matches (api/auth/ldap).
#pragma once

#include "api/auth/ldap/sign_in.hpp"
#include "api/routes/request/sign_in.hpp"

namespace dibs::routes {

// Answers with a session or a refusal. The try is counted, and the password fits no account here.
void sign_in_by_directory(const RequestPtr& context, auth::ldap::SignIn& ldap,
                          const TypedPassword& typed);

}  // namespace dibs::routes
