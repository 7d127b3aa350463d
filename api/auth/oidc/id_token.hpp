// The claims of an ID token, after its signature was found to be good: whom it is from, for whom,
// of which sign-in, and whether it still holds (OpenID Connect Core 1.0, 3.1.3.7).
#pragma once

#include "domain/kernel/time.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace dibs::auth::oidc {

struct Wanted {
    std::string issuer;
    std::string client_id;
    std::string nonce;
    Instant now{};
};
// A sentence if a claim is not as it has to be.
[[nodiscard]] std::optional<std::string> wrong_claim(std::string_view payload,
                                                     const Wanted& wanted);

// The text of a claim; empty if there is none.
[[nodiscard]] std::string text_claim(std::string_view json, std::string_view name);
[[nodiscard]] bool is_true_claim(std::string_view json, std::string_view name);
// A list of texts, or a single one. None: the token does not say, which is not an empty list.
using ListClaim = std::optional<std::vector<std::string>>;
// A sentence if the claim is anything else.
[[nodiscard]] tl::expected<ListClaim, std::string> list_claim(std::string_view json,
                                                              std::string_view name);

}  // namespace dibs::auth::oidc
