// Memberships that somebody is given where they sign in: an identity provider or a directory names
// them, and at each sign-in they are joined again, or left (session/arrival.hpp). Any thread.
#pragma once

#include "api/service.hpp"
#include "projections/people/people_views.hpp"

namespace dibs::routes {

// Sets `from_provider` of these.
void mark_given_groups(const Service& service, views::Person& person);

}  // namespace dibs::routes
