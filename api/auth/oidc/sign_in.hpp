// Signing in at one identity provider: all that the routes need of it.
#pragma once

#include "api/auth/elsewhere.hpp"
#include "api/auth/oidc/provider.hpp"
#include "api/auth/oidc/round_trip.hpp"

namespace dibs::auth::oidc {

struct SignIn {
    Provider provider;
    Admission admission;
    Finished finished{};  // of the loop's thread
};

}  // namespace dibs::auth::oidc
