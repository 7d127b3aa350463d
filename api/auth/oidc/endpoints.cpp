// The discovery document: it must name the configured issuer, and every endpoint must have a secure
// URL.
#include "api/auth/oidc/json_text.hpp"
#include "api/auth/oidc/provider.hpp"

namespace dibs::auth::oidc {
namespace {

bool lists(const JsonValue& json, std::string_view name, std::string_view wanted) {
    bool found = false;
    const auto list = json.member(name);
    if (!list || list->kind() != JsonValue::Kind::array) return false;
    list->for_each_element([&](const JsonValue& element) {
        found = element.as_string() == wanted;
        return !found;
    });
    return found;
}

}  // namespace

tl::expected<Endpoints, std::string> parse_endpoints(std::string_view text,
                                                     const std::string& issuer) {
    JsonParser parser;
    const auto json = parser.parse(text);
    if (!json || json->kind() != JsonValue::Kind::object) {
        return tl::unexpected<std::string>("its discovery document is no JSON object");
    }
    if (text_in(*json, "issuer") != issuer) {
        return tl::unexpected<std::string>(
            "its discovery document is of another issuer than [oidc] issuer");
    }
    Endpoints all{text_in(*json, "authorization_endpoint"), text_in(*json, "token_endpoint"),
                  text_in(*json, "jwks_uri"), text_in(*json, "userinfo_endpoint")};
    const bool plain = issuer.starts_with("http://");
    for (const auto* url : {&all.authorization, &all.token, &all.keys, &all.user_info}) {
        if (url == &all.user_info && url->empty()) continue;
        if (!is_secure_url(*url) || (!plain && !url->starts_with("https://"))) {
            return tl::unexpected<std::string>(
                "its discovery document names an address that is not https");
        }
    }
    const std::string_view methods = "token_endpoint_auth_methods_supported";
    all.secret_in_form = json->member(methods) && !lists(*json, methods, "client_secret_basic");
    const auto names = json->member("authorization_response_iss_parameter_supported");
    all.names_itself = names && names->as_bool().value_or(false);
    return all;
}

}  // namespace dibs::auth::oidc
