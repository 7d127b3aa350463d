// Sign-in with a directory's password: everything that the routes need for it.
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
    const Admission admission;  // its groups are in the form of normal_dn()
    WorkPool workers{4};        // threads that wait for the directory and do nothing else
};

}  // namespace dibs::auth::ldap
