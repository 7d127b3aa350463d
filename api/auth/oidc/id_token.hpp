// The claims of an ID token, after its signature was found to be good: whom it is from, for whom,
// of which sign-in, and whether it still holds (OpenID Connect Core 1.0, 3.1.3.7).
#pragma once

#include "domain/time.hpp"

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

// What a JSON object says: a text, or (of texts or a single one) a list. Empty if it says nothing.
[[nodiscard]] std::string text_claim(std::string_view json, std::string_view name);
[[nodiscard]] bool is_true_claim(std::string_view json, std::string_view name);
// Nothing: it is there, and no list of texts.
[[nodiscard]] std::optional<std::vector<std::string>> list_claim(std::string_view json,
                                                                 std::string_view name);

}  // namespace dibs::auth::oidc
