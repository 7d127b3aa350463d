// In order: discovery, keys, tokens, and the claims that the ID token leaves out.
#include "api/auth/oidc/provider.hpp"

#include "api/auth/oidc/id_token.hpp"
#include "api/auth/oidc/json_text.hpp"
#include "api/http/message/query.hpp"
#include "api/http/message/request.hpp"

#include <utility>

namespace dibs::auth::oidc {
namespace {

using std::chrono::hours;
using std::chrono::seconds;

constexpr auto kept_for = hours{1};
constexpr auto keys_anew_after = seconds{10};
constexpr auto tried_again_after = seconds{5};

tl::unexpected<SignInRejection> failed(std::string detail) {
    return tl::unexpected(SignInRejection{SignInError::failed, std::move(detail)});
}

std::string form_of(const std::vector<std::pair<std::string_view, std::string_view>>& fields) {
    std::string text;
    for (const auto& [name, value] : fields) {
        if (!text.empty()) text += '&';
        text.append(name).append("=").append(http::percent_encode(value));
    }
    return text;
}

// The OAuth error code (RFC 6749, 5.2), if it has only lower-case letters and underscores.
std::string error_in(const std::string& body) {
    const auto error = text_claim(body, "error");
    const bool plain = error.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == error.npos;
    return plain && !error.empty() && error.size() <= 64 ? " (" + error + ')' : std::string();
}

// The account in "ann@example.org", if the domain is the site's. A name of another domain gives no
// account; otherwise an account at any public provider would open one here. Domains ignore case.
std::string unix_name_of(const std::string& name, const Settings& settings) {
    const auto at = name.rfind('@');
    const auto& domain = settings.unix_name_domain;
    if (domain.empty()) return at == name.npos ? name : std::string();
    const bool ours =
        at != name.npos && http::equal_ignoring_case(std::string_view(name).substr(at + 1), domain);
    if (!ours) return {};
    return settings.keep_domain ? name : name.substr(0, at);
}

}  // namespace

Provider::Provider(Settings settings, Clock clock)
    : settings_(std::move(settings)),
      clock_(std::move(clock)),
      fetch_(settings_.ca, settings_.issuer.starts_with("http://")) {}

Provider::Outcome<Fetched> Provider::fetch(const Ask& ask, std::string_view what) {
    auto got = fetch_(ask);
    if (!got) {
        return tl::unexpected(
            SignInRejection{SignInError::unreachable, std::string(what) + ": " + got.error()});
    }
    if (got->status == 200) return *std::move(got);
    return tl::unexpected(SignInRejection{
        got->status >= 500 ? SignInError::unreachable : SignInError::failed,
        std::string(what) + ": status " + std::to_string(got->status) + error_in(got->body)});
}

Provider::Outcome<Endpoints> Provider::fetch_endpoints() {
    auto base = settings_.issuer;
    if (base.ends_with('/')) base.pop_back();
    const auto got = fetch({.url = base + "/.well-known/openid-configuration"}, "discovery");
    if (!got) return tl::unexpected(got.error());
    auto all = parse_endpoints(got->body, settings_.issuer);
    if (!all) return failed("discovery: " + all.error());
    return *std::move(all);
}

Provider::Outcome<Endpoints> Provider::endpoints() {
    const std::lock_guard lock(mutex_);
    if (endpoints_ && Steady::now() < endpoints_until_) return *endpoints_;
    if (failure_ && Steady::now() < failure_until_) return tl::unexpected(*failure_);
    auto all = fetch_endpoints();
    if (!all) {
        failure_ = all.error();
        failure_until_ = Steady::now() + tried_again_after;
        return all;
    }
    failure_.reset();
    endpoints_ = *all;
    endpoints_until_ = Steady::now() + kept_for;
    return all;
}

// Providers rotate their keys, so an unknown key may be new.
Provider::Outcome<KeySet> Provider::keys_for(const Endpoints& endpoints, const Jws& jws) {
    const std::lock_guard lock(mutex_);
    const auto now = Steady::now();
    const bool fresh = keys_ && now < keys_until_;
    if (fresh && (keys_->knows(jws) || now < keys_not_before_)) return *keys_;
    const auto got = fetch({.url = endpoints.keys}, "keys");
    if (!got) return tl::unexpected(got.error());
    auto keys = KeySet::parse(got->body);
    if (!keys) return failed("keys: " + keys.error());
    keys_ = *std::move(keys);
    keys_until_ = Steady::now() + kept_for;
    keys_not_before_ = Steady::now() + keys_anew_after;
    return *keys_;
}

Provider::Outcome<std::string> Provider::address_for(const RoundTrip& trip) {
    const auto its = endpoints();
    if (!its) return tl::unexpected(its.error());
    std::string scope = "openid";
    for (const auto& further : settings_.scopes) (scope += ' ') += further;
    const auto challenge = trip.challenge();
    const auto query = form_of({{"response_type", "code"},
                                {"client_id", settings_.client_id},
                                {"redirect_uri", settings_.redirect_uri},
                                {"scope", scope},
                                {"state", trip.state},
                                {"nonce", trip.nonce},
                                {"code_challenge", challenge},
                                {"code_challenge_method", "S256"}});
    const char joint = its->authorization.find('?') == std::string::npos ? '?' : '&';
    return its->authorization + joint + query;
}

Provider::Outcome<Provider::Tokens> Provider::tokens_for(const Endpoints& endpoints,
                                                         const Arrival& arrival) {
    const bool in_form = settings_.client_secret.empty() || endpoints.secret_in_form;
    Ask ask{.url = endpoints.token};
    ask.form = form_of({{"grant_type", "authorization_code"},
                        {"code", arrival.code},
                        {"redirect_uri", settings_.redirect_uri},
                        {"code_verifier", arrival.trip.verifier}});
    if (in_form) {
        ask.form += '&' + form_of({{"client_id", settings_.client_id}});
        if (!settings_.client_secret.empty()) {
            ask.form += '&' + form_of({{"client_secret", settings_.client_secret}});
        }
    } else {  // encoded before they are joined (RFC 6749, 2.3.1)
        ask.user = http::percent_encode(settings_.client_id);
        ask.password = http::percent_encode(settings_.client_secret);
    }
    const auto got = fetch(ask, "token");
    if (!got) return tl::unexpected(got.error());
    JsonParser parser;
    const auto json = parser.parse(got->body);
    if (!json || json->kind() != JsonValue::Kind::object) return failed("token: no JSON object");
    Tokens tokens{text_in(*json, "id_token"), text_in(*json, "access_token")};
    if (tokens.id_token.empty()) return failed("token: it gives no ID token");
    return tokens;
}

Provider::Outcome<std::string> Provider::claims_in(const Endpoints& endpoints,
                                                   const std::string& id_token,
                                                   const std::string& nonce) {
    auto jws = parse_jws(id_token);
    if (!jws) return failed("ID token: " + jws.error());
    const auto keys = keys_for(endpoints, *jws);
    if (!keys) return tl::unexpected(keys.error());
    if (!keys->knows(*jws)) return failed("ID token: the provider has no such key");
    if (!keys->verifies(*jws)) return failed("ID token: its signature is wrong");
    const ExpectedClaims wanted{settings_.issuer, settings_.client_id, nonce, clock_()};
    if (const auto wrong = wrong_claim(jws->payload, wanted)) {
        return failed("ID token: " + *wrong);
    }
    return std::move(jws->payload);
}

Provider::Outcome<std::string> Provider::user_info(const Endpoints& endpoints, const Tokens& tokens,
                                                   const std::string& subject) {
    const auto got =
        fetch({.url = endpoints.user_info, .bearer = tokens.access_token}, "user info");
    if (!got) return tl::unexpected(got.error());
    if (text_claim(got->body, "sub") != subject) {
        return failed("user info: it is about somebody else");
    }
    return got->body;
}

// Anyone can claim an unverified address.
Provider::Outcome<ExternalIdentity> Provider::identity_from(const std::string& claims,
                                                            const std::string& subject) const {
    auto groups = list_claim(claims, settings_.groups_claim);
    if (!groups) return failed(groups.error());
    const bool by_mail = settings_.unix_name_claim == "email";
    if (by_mail && !is_true_claim(claims, "email_verified")) {
        return failed("the provider does not say that it checked the mail address");
    }
    auto unix_name = unix_name_of(text_claim(claims, settings_.unix_name_claim), settings_);
    return ExternalIdentity{settings_.issuer,
                            subject,
                            std::move(unix_name),
                            text_claim(claims, "name"),
                            text_claim(claims, "email"),
                            *std::move(groups)};
}

Provider::Outcome<ExternalIdentity> Provider::who(const Arrival& arrival) {
    const auto its = endpoints();
    if (!its) return tl::unexpected(its.error());
    const bool silent = !arrival.issuer && its->names_itself;
    if (silent || (arrival.issuer && *arrival.issuer != settings_.issuer)) {
        return failed("it came back from another provider");
    }
    const auto tokens = tokens_for(*its, arrival);
    if (!tokens) return tl::unexpected(tokens.error());
    auto claims = claims_in(*its, tokens->id_token, arrival.trip.nonce);
    if (!claims) return tl::unexpected(claims.error());
    const auto subject = text_claim(*claims, "sub");
    // Some providers put only the subject into the ID token; the access token gives the rest.
    const bool short_of = text_claim(*claims, settings_.unix_name_claim).empty();
    if (short_of && !its->user_info.empty() && !tokens->access_token.empty()) {
        claims = user_info(*its, *tokens, subject);
        if (!claims) return tl::unexpected(claims.error());
    }
    return identity_from(*claims, subject);
}

}  // namespace dibs::auth::oidc
