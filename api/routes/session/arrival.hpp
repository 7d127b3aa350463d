// Admits an external identity (api/auth/external_identity.hpp): finds its account, or makes one if
// the site wants that, and updates memberships that follow the provider. The person is signed in
// only after all of that is recorded. Shared by all providers.
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
// On the loop. Calls `in` or `out`, or answers itself if nothing can be recorded now.
void admit_identity(const RequestPtr& context, Arriving arriving);

}  // namespace dibs::routes
