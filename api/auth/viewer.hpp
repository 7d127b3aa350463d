// The caller of a request: the gate sets it into request.viewer and every route reads it. A plain
// value; a stream keeps its copy while it is open.
#pragma once

#include "api/http/message/request.hpp"
#include "domain/kernel/context.hpp"
#include "domain/kernel/ids.hpp"
#include "domain/people/people.hpp"

#include <memory>
#include <optional>
#include <string>

namespace dibs::auth {

struct Viewer {
    PersonId person;
    people::Role role = people::Role::user;
    Scopes scopes;                       // the credential's scopes that the person's role allows
    std::optional<SessionId> session{};  // set for a cookie
    // The credential itself, or the token that the session was made from.
    std::optional<TokenId> token{};
    std::optional<Instant> expires{};
    std::shared_ptr<const void> place{};  // of a stream: held while it is open (StreamPlaces)

    // True after a sign-in with a password: may do what is reserved to the person.
    [[nodiscard]] bool in_person() const { return session && !token; }

    [[nodiscard]] bool is_admin() const {
        return role == people::Role::admin && scopes.has(Scope::admin);
    }
};

// Null on open routes without a credential.
[[nodiscard]] inline const Viewer* find_viewer(const http::Request& request) {
    return std::any_cast<Viewer>(&request.viewer);
}

}  // namespace dibs::auth
