// Each required claim is checked: an absent claim is as wrong as a different one.
#include "api/auth/oidc/id_token.hpp"

#include "api/auth/oidc/json_text.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace dibs::auth::oidc {
namespace {

using Wrong = std::optional<std::string>;

constexpr std::int64_t clocks_differ_s = 60;
constexpr std::int64_t oldest_s = 600;  // seconds; the token must be made for the current sign-in
constexpr std::size_t longest_subject = 255;
constexpr std::size_t longest_claim = 1024, most_in_list = 1000;

std::optional<std::vector<std::string>> texts_of(const JsonValue& value) {
    std::vector<std::string> texts;
    if (const auto one = value.as_string()) return std::vector{std::string(*one)};
    if (value.kind() != JsonValue::Kind::array) return std::nullopt;
    bool plain = true;
    value.for_each_element([&](const JsonValue& element) {
        const auto text = element.as_string();
        plain = text && texts.size() < most_in_list;
        if (plain) texts.emplace_back(*text);
        return plain;
    });
    if (!plain) return std::nullopt;
    return texts;
}

// Some providers write a fraction of a second (RFC 7519, 2: NumericDate).
std::optional<std::int64_t> seconds_in(const JsonValue& claims, std::string_view name) {
    constexpr double most = 253'402'300'799.0;  // the year 9999
    const auto value = claims.member(name);
    const auto seconds = value ? value->as_number() : std::nullopt;
    if (!seconds || !(std::abs(*seconds) <= most)) return std::nullopt;
    return static_cast<std::int64_t>(std::floor(*seconds));
}

// Some providers write a boolean as a text.
bool is_true(const JsonValue& claims, std::string_view name) {
    const auto value = claims.member(name);
    return value && (value->as_bool().value_or(false) || value->as_string() == "true");
}

// The claim is at another address (OpenID Connect Core 1.0, 5.6.2), or the token omits too many
// groups (Entra).
bool is_kept_elsewhere(const JsonValue& claims, std::string_view name) {
    const auto elsewhere = claims.member("_claim_names");
    if (elsewhere && elsewhere->kind() == JsonValue::Kind::object && elsewhere->member(name)) {
        return true;
    }
    return name == "groups" && is_true(claims, "hasgroups");
}

// The audience must include this client. The authorized party (azp) must be this client; it may be
// absent only with a single audience.
Wrong wrong_audience(const JsonValue& claims, const ExpectedClaims& wanted) {
    const auto value = claims.member("aud");
    const auto audience = value ? texts_of(*value) : std::nullopt;
    if (!audience || std::count(audience->begin(), audience->end(), wanted.client_id) != 1) {
        return "its aud is not this client";
    }
    const auto party = claims.member("azp");
    if (audience->size() > 1 && !party) return "it is for several, and its azp is missing";
    if (party && party->as_string() != wanted.client_id) return "its azp is another client";
    return std::nullopt;
}

Wrong wrong_time(const JsonValue& claims, Instant at) {
    const auto now =
        std::chrono::duration_cast<std::chrono::seconds>(at.time_since_epoch()).count();
    const auto ends = seconds_in(claims, "exp"), made = seconds_in(claims, "iat");
    if (!ends || !made) return "its exp or iat is missing";
    if (*ends <= now - clocks_differ_s) return "it has expired";
    if (*made > now + clocks_differ_s) return "it is of the future: do the clocks agree?";
    if (*made < now - oldest_s) return "it was made too long ago";
    const auto from = seconds_in(claims, "nbf").value_or(now + oldest_s);
    if (claims.member("nbf") && from > now + clocks_differ_s) {
        return "it does not hold yet";
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::string> wrong_claim(std::string_view payload, const ExpectedClaims& wanted) {
    JsonParser parser;
    const auto claims = parser.parse(payload);
    if (!claims || claims->kind() != JsonValue::Kind::object) return "it is no JSON object";
    if (text_in(*claims, "iss") != wanted.issuer) return "its iss is another provider";
    if (auto wrong = wrong_audience(*claims, wanted)) return wrong;
    if (wanted.nonce.empty() || text_in(*claims, "nonce") != wanted.nonce) {
        return "its nonce is that of another sign-in";
    }
    if (auto wrong = wrong_time(*claims, wanted.now)) return wrong;
    const auto subject = text_in(*claims, "sub");
    if (subject.empty() || subject.size() > longest_subject) return "its sub is missing";
    return std::nullopt;
}

std::string text_claim(std::string_view json, std::string_view name) {
    JsonParser parser;
    const auto claims = parser.parse(json);
    if (!claims || claims->kind() != JsonValue::Kind::object) return {};
    auto text = text_in(*claims, name);
    return text.size() <= longest_claim ? text : std::string();
}

bool is_true_claim(std::string_view json, std::string_view name) {
    JsonParser parser;
    const auto claims = parser.parse(json);
    return claims && claims->kind() == JsonValue::Kind::object && is_true(*claims, name);
}

tl::expected<ListClaim, std::string> list_claim(std::string_view json, std::string_view name) {
    JsonParser parser;
    const auto claims = parser.parse(json);
    const auto wrong = "the claim " + std::string(name) + " is no list of texts";
    if (!claims || claims->kind() != JsonValue::Kind::object) return tl::unexpected(wrong);
    const auto value = claims->member(name);
    const bool absent = !value || value->kind() == JsonValue::Kind::null;
    if (absent || is_kept_elsewhere(*claims, name)) return std::nullopt;
    auto texts = texts_of(*value);
    if (!texts) return tl::unexpected(wrong);
    return texts;
}

}  // namespace dibs::auth::oidc
