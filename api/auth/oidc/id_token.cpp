// Each claim that must be there is asked for: one that is absent is as wrong as one that differs.
#include "api/auth/oidc/id_token.hpp"

#include "api/auth/oidc/json_text.hpp"

#include <algorithm>
#include <chrono>

namespace dibs::auth::oidc {
namespace {

using Wrong = std::optional<std::string>;

constexpr std::int64_t clocks_differ_s = 60;
constexpr std::int64_t oldest_s = 600;  // it was made for the sign-in that is being finished
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

std::optional<std::int64_t> seconds_in(const JsonValue& claims, std::string_view name) {
    const auto value = claims.member(name);
    return value ? value->as_integer() : std::nullopt;
}

// For us, and if for others too, given to us.
Wrong wrong_audience(const JsonValue& claims, const Wanted& wanted) {
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
    const auto from = claims.member("nbf");
    if (from && from->as_integer().value_or(now + oldest_s) > now + clocks_differ_s) {
        return "it does not hold yet";
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::string> wrong_claim(std::string_view payload, const Wanted& wanted) {
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
    const bool object = claims && claims->kind() == JsonValue::Kind::object;
    const auto value = object ? claims->member(name) : std::nullopt;
    return value && value->as_bool().value_or(false);
}

std::optional<std::vector<std::string>> list_claim(std::string_view json, std::string_view name) {
    JsonParser parser;
    const auto claims = parser.parse(json);
    if (!claims || claims->kind() != JsonValue::Kind::object) return std::nullopt;
    const auto value = claims->member(name);
    if (!value || value->kind() == JsonValue::Kind::null) return std::vector<std::string>{};
    return texts_of(*value);
}

}  // namespace dibs::auth::oidc
