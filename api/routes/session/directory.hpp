// Name and password that are not ours may be a directory's (api/auth/ldap).
#pragma once

#include "api/auth/ldap/sign_in.hpp"
#include "api/routes/request/sign_in.hpp"

namespace dibs::routes {

// Answers with a session, or with why not. The try was counted, and its password is none of ours.
void sign_in_by_directory(const RequestPtr& context, auth::ldap::SignIn& ldap,
                          const TypedPassword& typed);

}  // namespace dibs::routes
