// Decided by the configuration and by the providers that the person signed in with so far.
#include "api/routes/people/given_groups.hpp"

#include <algorithm>
#include <string>

namespace dibs::routes {

void mark_given_groups(const Service& service, views::Person& person) {
    const auto mark = [&](const std::string& provider, const auth::Admission& admission) {
        const auto& from = person.providers;
        if (std::find(from.begin(), from.end(), provider) == from.end()) return;
        for (const auto& [theirs, ours] : admission.groups) {
            for (auto& membership : person.groups) {
                if (membership.name == ours) membership.from_provider = true;
            }
        }
    };
    if (!service.identity) return;
    const auto& oidc = service.identity->oidc;
    const auto& ldap = service.identity->ldap;
    if (oidc) mark(oidc->provider.settings().issuer, oidc->admission);
    if (ldap) mark(ldap->directory.provider(), ldap->admission);
}

}  // namespace dibs::routes
