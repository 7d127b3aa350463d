// Somebody proved elsewhere who they are (api/auth/external_identity.hpp): whose account that is, a
// new one where the site wants it, and membership of those groups that follow the provider's.
// Nobody is in before all of that is recorded. One piece, whatever the way they came.
#pragma once

#include "api/auth/external_identity.hpp"
#include "api/routes/request/request_context.hpp"

#include <functional>
#include <memory>

namespace dibs::routes {

struct Arriving {
    auth::ExternalIdentity who;
    auth::Admission admission;
    std::function<void(const RequestPtr&, PersonId)> in;
    std::function<void(const RequestPtr&, const auth::SignInRejection&)> out;
};
// On the loop. Calls one of the two, or answers where nothing can be recorded now.
void let_in(const RequestPtr& context, Arriving arriving);

}  // namespace dibs::routes
