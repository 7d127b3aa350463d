// Claims: each wrong one is named, with all others right.
#include "api/auth/oidc/id_token.hpp"

#include <map>
#include <string>

#include <gtest/gtest.h>

namespace dibs::auth::oidc {
namespace {

constexpr std::int64_t noon_s = 1'800'000'000;
const ExpectedClaims wanted{"https://id.example.org", "dibs", "n-1",
                            Instant{std::chrono::seconds{noon_s}}};

using Claims = std::map<std::string, std::string>;  // name -> JSON; empty: absent

std::string claims_json(const Claims& other) {
    Claims claims{{"iss", R"("https://id.example.org")"},
                  {"aud", R"("dibs")"},
                  {"sub", R"("s-1")"},
                  {"nonce", R"("n-1")"},
                  {"iat", std::to_string(noon_s)},
                  {"exp", std::to_string(noon_s + 300)}};
    for (const auto& [name, json] : other) claims[name] = json;
    std::string text;
    for (const auto& [name, json] : claims) {
        if (!json.empty()) text += (text.empty() ? "{\"" : ",\"") + name + "\":" + json;
    }
    return text + '}';
}
bool good(const Claims& other) {
    return !wrong_claim(claims_json(other), wanted);
}
std::string at(std::int64_t offset_s) {
    return std::to_string(noon_s + offset_s);
}

TEST(IdToken, token_needs_issuer_audience_and_nonce_of_this_sign_in) {
    EXPECT_TRUE(good({}));
    for (const Claims& wrong : std::vector<Claims>{{{"iss", ""}},
                                                   {{"iss", R"("https://id.example.org/")"}},
                                                   {{"iss", "7"}},
                                                   {{"iss", R"(["https://id.example.org"])"}},
                                                   {{"aud", ""}},
                                                   {{"aud", R"("other")"}},
                                                   {{"aud", "[]"}},
                                                   {{"aud", R"(["dibs",7])"}},
                                                   {{"aud", R"(["dibs","dibs"])"}},
                                                   {{"azp", R"("other")"}},
                                                   {{"azp", "7"}},
                                                   {{"nonce", ""}},
                                                   {{"nonce", R"("")"}},
                                                   {{"nonce", R"("n-2")"}},
                                                   {{"sub", ""}},
                                                   {{"sub", R"("")"}},
                                                   {{"sub", "7"}},
                                                   {{"sub", '"' + std::string(256, 's') + '"'}}}) {
        EXPECT_FALSE(good(wrong)) << claims_json(wrong);
    }
    EXPECT_TRUE(good({{"aud", R"(["dibs"])"}}));
    EXPECT_FALSE(good({{"aud", R"(["dibs","other"])"}})) << "for several, and not given to us";
    EXPECT_FALSE(good({{"aud", R"(["dibs","other"])"}, {"azp", R"("other")"}}));
    EXPECT_TRUE(good({{"aud", R"(["other","dibs"])"}, {"azp", R"("dibs")"}}));
    EXPECT_TRUE(good({{"sub", '"' + std::string(255, 's') + '"'}}));
    ExpectedClaims nothing = wanted;
    nothing.nonce.clear();
    EXPECT_TRUE(wrong_claim(claims_json({{"nonce", R"("")"}}), nothing));
}

TEST(IdToken, token_time_is_checked_to_a_minute) {
    EXPECT_TRUE(good({{"exp", at(-59)}}));
    EXPECT_FALSE(good({{"exp", at(-60)}}));
    EXPECT_FALSE(good({{"exp", ""}}));
    EXPECT_FALSE(good({{"exp", R"("1900000000")"}}));
    EXPECT_TRUE(good({{"iat", at(60)}}));
    EXPECT_FALSE(good({{"iat", at(61)}}));
    EXPECT_TRUE(good({{"iat", at(-600)}}));
    EXPECT_FALSE(good({{"iat", at(-601)}}));
    EXPECT_FALSE(good({{"iat", ""}}));
    EXPECT_FALSE(good({{"iat", "-9223372036854775808"}}));
    EXPECT_TRUE(good({{"nbf", at(60)}}));
    EXPECT_FALSE(good({{"nbf", at(61)}}));
    EXPECT_FALSE(good({{"nbf", R"("soon")"}}));
    EXPECT_TRUE(good({{"exp", at(300) + ".5"}, {"iat", at(0) + ".25"}, {"nbf", at(0) + ".75"}}));
    EXPECT_TRUE(good({{"exp", "1.9e9"}}));
    EXPECT_FALSE(good({{"exp", at(-61) + ".5"}}));
    EXPECT_TRUE(good({{"iat", at(60) + ".9"}}));
    EXPECT_FALSE(good({{"iat", at(61) + ".1"}}));
    EXPECT_FALSE(good({{"exp", "1e300"}}));
    EXPECT_FALSE(good({{"nbf", "-1e300"}}));
}

TEST(IdToken, non_object_has_no_claims) {
    for (const auto* text : {"", "7", "[]", "null", "{", R"("iss")"}) {
        EXPECT_TRUE(wrong_claim(text, wanted)) << text;
        EXPECT_EQ(text_claim(text, "sub"), "");
        EXPECT_FALSE(list_claim(text, "groups"));
        EXPECT_FALSE(is_true_claim(text, "email_verified"));
    }
}

TEST(IdToken, list_claim_may_be_one_text_or_absent) {
    using Texts = std::vector<std::string>;
    EXPECT_EQ(list_claim(R"({"g":["a","b"]})", "g").value(), (Texts{"a", "b"}));
    EXPECT_EQ(list_claim(R"({"g":"a"})", "g").value(), Texts{"a"});
    EXPECT_EQ(list_claim(R"({"g":[]})", "g").value(), Texts{});
    EXPECT_EQ(list_claim(R"({"g":null})", "g").value(), std::nullopt);
    EXPECT_EQ(list_claim("{}", "g").value(), std::nullopt);
    EXPECT_FALSE(list_claim(R"({"g":{"a":1}})", "g"));
    EXPECT_FALSE(list_claim(R"({"g":["a",1]})", "g"));
    std::string many = R"({"g":["a")";
    for (int i = 0; i < 1000; ++i) many += R"(,"a")";
    EXPECT_FALSE(list_claim(many + "]}", "g"));
    EXPECT_EQ(text_claim(R"({"n":")" + std::string(1025, 'n') + "\"}", "n"), "");
    EXPECT_TRUE(is_true_claim(R"({"v":true})", "v"));
    EXPECT_TRUE(is_true_claim(R"({"v":"true"})", "v"));
    for (const auto* no : {"false", R"("false")", R"("True")", R"("1")", "1", "null", "[true]"}) {
        EXPECT_FALSE(is_true_claim(std::string(R"({"v":)") + no + '}', "v")) << no;
    }
}

TEST(IdToken, distributed_groups_claim_counts_as_absent) {
    constexpr auto distributed = R"({"_claim_names":{"groups":"src1"},"_claim_sources":{}})";
    EXPECT_EQ(list_claim(distributed, "groups").value(), std::nullopt);
    EXPECT_EQ(list_claim(R"({"groups":["a"],"_claim_names":{"groups":"s"}})", "groups").value(),
              std::nullopt)
        << "a part of the list";
    EXPECT_EQ(list_claim(R"({"hasgroups":true})", "groups").value(), std::nullopt);
    EXPECT_EQ(list_claim(R"({"hasgroups":"true","groups":[]})", "groups").value(), std::nullopt);
    using Texts = std::vector<std::string>;
    EXPECT_EQ(list_claim(R"({"hasgroups":false,"groups":[]})", "groups").value(), Texts{});
    EXPECT_EQ(list_claim(R"({"hasgroups":true,"roles":["a"]})", "roles").value(), Texts{"a"});
    EXPECT_EQ(list_claim(R"({"_claim_names":{"groups":"s"},"roles":["a"]})", "roles").value(),
              Texts{"a"});
    EXPECT_EQ(list_claim(R"({"_claim_names":7,"groups":["a"]})", "groups").value(), Texts{"a"});
}

}  // namespace
}  // namespace dibs::auth::oidc
