// Signing in with a directory's password: all that the routes need of it.
#pragma once

#include "api/auth/external_identity.hpp"
#include "api/auth/ldap/directory.hpp"
#include "api/loop/work_pool.hpp"

#include <utility>

namespace dibs::auth::ldap {

struct SignIn {
    SignIn(Settings settings, Admission its_admission)
        : directory(std::move(settings)), admission(std::move(its_admission)) {}

    Directory directory;
    const Admission admission;  // its groups in the form of normal_dn()
    WorkPool workers{4};        // wait for it: nothing else waits for these
};

}  // namespace dibs::auth::ldap
