// The parameters sent to the provider come back once, in time, to the same browser, and signed with
// this installation's key. Also the allowed addresses.
#include "api/auth/oidc/round_trip.hpp"

#include "api/auth/oidc/fetch.hpp"
#include "api/auth/oidc/provider.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace dibs::auth::oidc {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

// A real signature needs the key; this stand-in only depends on every byte.
Sign signing(const std::string& key) {
    return [key](std::string_view text) {
        std::uint64_t a = 14695981039346656037U, b = 1;
        for (const char c : key + std::string(text)) {
            a = (a ^ static_cast<unsigned char>(c)) * 1099511628211U;
            b = b * 31 + a;
        }
        return std::to_string(a) + std::to_string(b);
    };
}
const Sign ours = signing("ours");
const Instant noon{seconds{1'800'000'000}};

TEST(RoundTrip, round_trip_returns_nonce_and_verifier_to_the_same_browser) {
    const auto trip = begin_round_trip(ours, "browser", noon);
    const auto back = end_round_trip(ours, "browser", trip.state, noon + minutes{9});
    ASSERT_TRUE(back);
    EXPECT_EQ(back->nonce, trip.nonce);
    EXPECT_EQ(back->verifier, trip.verifier);
    EXPECT_EQ(back->challenge(), trip.challenge());
    EXPECT_NE(trip.nonce, trip.verifier);
    EXPECT_NE(begin_round_trip(ours, "browser", noon).state, trip.state);
}

TEST(RoundTrip, round_trip_fails_in_another_browser_later_or_changed) {
    const auto trip = begin_round_trip(ours, "browser", noon);
    const auto ends = [&](const std::string& browser, const std::string& state, Instant at) {
        return end_round_trip(ours, browser, state, at).has_value();
    };
    EXPECT_FALSE(ends("another", trip.state, noon));
    EXPECT_FALSE(ends("", trip.state, noon));
    EXPECT_FALSE(ends("browser", trip.state, noon + longest_round_trip));
    EXPECT_FALSE(end_round_trip(signing("theirs"), "browser", trip.state, noon));
    for (std::size_t at = 0; at < trip.state.size(); ++at) {
        auto changed = trip.state;
        changed[at] = changed[at] == '1' ? '2' : '1';
        EXPECT_FALSE(ends("browser", changed, noon)) << at;
    }
    const std::vector<std::string> others{
        "", ".", "..", "a.b.c", trip.state.substr(1), trip.state + "0"};
    for (const auto& state : others) {
        EXPECT_FALSE(ends("browser", state, noon)) << state;
    }
    const auto nobodys = begin_round_trip(ours, "", noon);
    EXPECT_FALSE(ends("", nobodys.state, noon)) << "no browser is none in particular";
}

TEST(RoundTrip, state_is_accepted_once) {
    UsedTexts finished;
    const auto comes_back = [&](const RoundTrip& trip, Instant at) {
        return finished.add(trip.state, trip.expires, at);
    };
    const auto trip = begin_round_trip(ours, "browser", noon);
    EXPECT_TRUE(comes_back(trip, noon));
    EXPECT_FALSE(comes_back(trip, noon));
    EXPECT_FALSE(comes_back(trip, noon + minutes{9}));
    EXPECT_TRUE(comes_back(begin_round_trip(ours, "browser", noon), noon));
}

TEST(RoundTrip, challenge_matches_rfc_7636) {  // RFC 7636, appendix B
    RoundTrip trip;
    trip.verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
    EXPECT_EQ(trip.challenge(), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
}

TEST(Endpoints, plain_http_is_allowed_only_to_this_machine) {
    for (const auto* url : {"https://id.example.org", "https://id.example.org:8443/a?b",
                            "http://127.0.0.1:8080", "http://localhost/x", "http://[::1]:1/"}) {
        EXPECT_TRUE(is_secure_url(url)) << url;
    }
    for (const auto* url :
         {"", "http://id.example.org", "ftp://127.0.0.1", "http://127.0.0.1.example.org",
          "http://localhost.example.org", "http://localhost@example.org", "https://a@b",
          "http://127.0.0.1\\@example.org", "https://", "file:///etc/passwd", "javascript:1",
          "https://a b", "https://a\r\nb", "//localhost", "HTTP://localhost"}) {
        EXPECT_FALSE(is_secure_url(url)) << url;
    }
}

TEST(Endpoints, discovery_requires_issuer_and_https) {
    const std::string issuer = "https://id.example.org";
    const auto document = [&](const std::string& token, const std::string& more = "") {
        return R"({"issuer":"https://id.example.org","authorization_endpoint":"https://id.example)"
               R"(.org/a","token_endpoint":")" +
               token + R"(","jwks_uri":"https://keys.example.org/k")" + more + '}';
    };
    const auto good = parse_endpoints(document("https://id.example.org/t"), issuer);
    ASSERT_TRUE(good);
    EXPECT_EQ(good->keys, "https://keys.example.org/k");
    EXPECT_FALSE(good->secret_in_form);
    EXPECT_FALSE(parse_endpoints(document("https://id.example.org/t"), issuer + '/'));
    EXPECT_FALSE(parse_endpoints(document("http://id.example.org/t"), issuer));
    EXPECT_FALSE(parse_endpoints(document("http://127.0.0.1/t"), issuer)) << "not from elsewhere";
    EXPECT_FALSE(parse_endpoints(document(""), issuer));
    const auto only_post = parse_endpoints(
        document("https://id.example.org/t",
                 R"(,"token_endpoint_auth_methods_supported":["client_secret_post"],)"
                 R"("authorization_response_iss_parameter_supported":true)"),
        issuer);
    ASSERT_TRUE(only_post);
    EXPECT_TRUE(only_post->secret_in_form && only_post->names_itself);
}

}  // namespace
}  // namespace dibs::auth::oidc
