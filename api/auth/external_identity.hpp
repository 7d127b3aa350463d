// People who prove who they are elsewhere: at an identity provider (oidc/), in a directory (ldap/).
// What such a place says of somebody, what of it the site goes by, and why somebody was not let in,
// in words that the sign-in page knows.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::auth {

// What a provider said of somebody, once it was found to be true.
struct ExternalIdentity {
    std::string provider;  // its own name: the issuer, or ldap:/// and a base
    std::string subject;   // its name for the person, never given to another
    std::string unix_name;
    std::string name{};  // empty: it told none
    std::string mail{};
    std::optional<std::vector<std::string>> groups{};  // none: it does not say
};

// What the site does with who comes from there.
struct Admission {
    bool create = false;   // an account for whoever has none
    std::string admins{};  // a group of theirs; empty: not asked
    std::map<std::string, std::string, std::less<>> groups{};  // theirs -> ours, by name

    friend bool operator==(const Admission&, const Admission&) = default;
};

enum class SignInError {
    unreachable,  // the provider did not answer, or not in time
    failed,       // it said something that is not to be believed, or an error
    wrong,        // it does not know them, or not with this password
    denied,       // the person, or the provider for them, said no
    expired,      // begun too long ago, in another browser, or finished before
    no_name,      // what it calls them is no UNIX name
    no_account,
    renamed,  // this subject has another UNIX name here
    taken,    // somebody else comes from there under that name
    admin,    // the name is that of an admin, and the provider does not say that they are one
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
