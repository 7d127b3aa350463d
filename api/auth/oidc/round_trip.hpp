// State, nonce and verifier of one sign-in at a provider. All follow from a secret in the browser's
// cookie and the installation's key (auth/expiring), so that no other browser can finish the
// sign-in.
#pragma once

#include "api/auth/expiring.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace dibs::auth::oidc {

inline constexpr Duration longest_round_trip = std::chrono::minutes{10};

struct RoundTrip {
    std::string state;     // sent to the provider and returned
    std::string nonce;     // returned in the ID token
    std::string verifier;  // sent with the code by the server only (RFC 7636)
    Instant expires{};

    [[nodiscard]] std::string challenge() const;  // of the verifier, S256
};

// `browser`: the secret in its cookie.
[[nodiscard]] RoundTrip begin_round_trip(const Sign& sign, std::string_view browser, Instant now);
// Empty: not signed here, of another browser, or expired.
[[nodiscard]] std::optional<RoundTrip> end_round_trip(const Sign& sign, std::string_view browser,
                                                      std::string_view state, Instant now);

}  // namespace dibs::auth::oidc
