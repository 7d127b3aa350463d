// Who asks: set into request.viewer by the gate, read by every route. A plain value; a stream keeps
// its copy for as long as it is open.
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
    Scopes scopes;                       // what the credential holds, and the person's role allows
    std::optional<SessionId> session{};  // behind a cookie
    std::optional<TokenId> token{};      // alone, or what the session was made from
    std::optional<Instant> expires{};
    std::shared_ptr<const void> place{};  // of a stream: taken while it is open (StreamPlaces)

    // Signed in with a password: may do what only the person may.
    [[nodiscard]] bool in_person() const { return session && !token; }

    [[nodiscard]] bool is_admin() const {
        return role == people::Role::admin && scopes.has(Scope::admin);
    }
};

// Nobody for routes that are open to everyone.
[[nodiscard]] inline const Viewer* find_viewer(const http::Request& request) {
    return std::any_cast<Viewer>(&request.viewer);
}

}  // namespace dibs::auth
