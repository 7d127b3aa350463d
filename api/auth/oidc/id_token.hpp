// Checks the claims of an ID token after its signature is verified: issuer, audience, nonce and
// time (OpenID Connect Core 1.0, 3.1.3.7).
#pragma once

#include "domain/kernel/time.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace dibs::auth::oidc {

struct ExpectedClaims {
    std::string issuer;
    std::string client_id;
    std::string nonce;
    Instant now{};
};
// A sentence for the first wrong claim; none: all are right.
[[nodiscard]] std::optional<std::string> wrong_claim(std::string_view payload,
                                                     const ExpectedClaims& wanted);

// The text of a claim; empty if it is absent.
[[nodiscard]] std::string text_claim(std::string_view json, std::string_view name);
[[nodiscard]] bool is_true_claim(std::string_view json, std::string_view name);
// A list of texts, or a single one. None: the token has no such claim, which differs from an empty
// list.
using ListClaim = std::optional<std::vector<std::string>>;
// The error is a sentence: the claim has another type.
[[nodiscard]] tl::expected<ListClaim, std::string> list_claim(std::string_view json,
                                                              std::string_view name);

}  // namespace dibs::auth::oidc
