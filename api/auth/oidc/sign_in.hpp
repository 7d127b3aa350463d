// Sign-in at one identity provider: everything that the routes need for it.
#pragma once

#include "api/auth/external_identity.hpp"
#include "api/auth/oidc/provider.hpp"
#include "api/auth/oidc/round_trip.hpp"

#include <utility>

namespace dibs::auth::oidc {

struct SignIn {
    SignIn(Settings settings, Clock clock, Admission its_admission)
        : provider(std::move(settings), std::move(clock)), admission(std::move(its_admission)) {}

    Provider provider;
    const Admission admission;
    UsedTexts finished{};  // states that came back; loop thread only
};

}  // namespace dibs::auth::oidc
