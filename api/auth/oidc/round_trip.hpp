// What a sign-in takes along to the provider and has to bring back. All of it follows from a secret
// in a cookie of the browser and the installation's key (auth/expiring), so that nobody else's
// browser can finish it.
#pragma once

#include "api/auth/expiring.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace dibs::auth::oidc {

inline constexpr Duration longest_round_trip = std::chrono::minutes{10};

struct RoundTrip {
    std::string state;     // through the provider and back
    std::string nonce;     // into the ID token
    std::string verifier;  // with the code, from us alone (RFC 7636)
    Instant expires{};

    [[nodiscard]] std::string challenge() const;  // of the verifier, S256
};

// `browser`: the secret in its cookie.
[[nodiscard]] RoundTrip begin_round_trip(const Sign& sign, std::string_view browser, Instant now);
// Nothing: not one of ours, not of this browser, or too long ago.
[[nodiscard]] std::optional<RoundTrip> end_round_trip(const Sign& sign, std::string_view browser,
                                                      std::string_view state, Instant now);

}  // namespace dibs::auth::oidc
