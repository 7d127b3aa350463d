// Memberships that a provider controls: an identity provider or a directory names a person's
// groups, and each sign-in joins or leaves them again (session/arrival.hpp). Any thread.
#pragma once

#include "api/service.hpp"
#include "projections/people/people_views.hpp"

namespace dibs::routes {

// Sets `from_provider` of the person's groups.
void mark_given_groups(const Service& service, views::Person& person);

}  // namespace dibs::routes
