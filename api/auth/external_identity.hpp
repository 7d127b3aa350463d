// External identities: people who sign in at an identity provider (oidc/) or in a directory
// (ldap/). Holds the provider's claims, the site's admission settings, and the reasons for a
// rejection, whose names the sign-in page knows.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::auth {

// The claims of a provider about a person, after verification.
struct ExternalIdentity {
    std::string provider;  // the provider's own name: the issuer, or ldap:/// and a base
    std::string subject;   // the provider's identifier for the person, never reused for another
    std::string unix_name;
    std::string name{};  // empty: the provider gives none
    std::string mail{};
    std::optional<std::vector<std::string>> groups{};  // none: the provider does not say
};

// The site's settings for people from this provider.
struct Admission {
    bool create = false;   // make an account for a person without one
    std::string admins{};  // the provider's group of admins; empty: not checked
    // Provider's group -> group here, by name.
    std::map<std::string, std::string, std::less<>> groups{};

    friend bool operator==(const Admission&, const Admission&) = default;
};

enum class SignInError {
    unreachable,  // the provider did not answer in time
    failed,       // the provider's answer is an error or fails verification
    wrong,        // unknown person or wrong password
    denied,       // the person, or the provider on their behalf, declined
    expired,      // started too long ago or in another browser, or already finished
    no_name,      // the provider's name for the person is not a UNIX name
    no_account,
    renamed,  // this subject has another UNIX name here
    taken,    // another person of this provider has that name here
    admin,  // the name belongs to an admin here, and the provider does not confirm the admin group
    last_admin,
    disabled,
    busy,
};
inline constexpr std::string_view name_of(SignInError why) {
    switch (why) {
        case SignInError::unreachable:
            return "unreachable";
        case SignInError::failed:
            return "failed";
        case SignInError::wrong:
            return "wrong";
        case SignInError::denied:
            return "denied";
        case SignInError::expired:
            return "expired";
        case SignInError::no_name:
            return "no_name";
        case SignInError::no_account:
            return "no_account";
        case SignInError::renamed:
            return "renamed";
        case SignInError::taken:
            return "taken";
        case SignInError::admin:
            return "admin";
        case SignInError::last_admin:
            return "last_admin";
        case SignInError::disabled:
            return "disabled";
        case SignInError::busy:
            break;
    }
    return "busy";
}

struct SignInRejection {
    SignInError why = SignInError::failed;
    std::string detail{};  // for the server's log: a sentence without secrets
};

}  // namespace dibs::auth
