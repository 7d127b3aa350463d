// Signatures: the examples of RFC 7515 and RFC 8037 as printed there, and forgeries without the
// key.
#include "api/auth/oidc/jws.hpp"

#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace dibs::auth::oidc {
namespace {

struct Example {
    std::string key;  // members of its JWK
    std::string text;
};

const std::string rfc_payload =
    "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVl"
    "fQ";
// RFC 7515, A.2
const Example rsa{
    R"("kty":"RSA","e":"AQAB","n":"ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfH)"
    R"(Qp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzj)"
    R"(b_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxv)"
    R"(b3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FR)"
    R"(WyuXpoQ")",
    "eyJhbGciOiJSUzI1NiJ9." + rfc_payload +
        ".cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_"
        "O8W2F"
        "p5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQB"
        "MHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeY"
        "I2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw"};
// RFC 7515, A.3
const Example ec{
    R"("kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",)"
    R"("y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0")",
    "eyJhbGciOiJFUzI1NiJ9." + rfc_payload +
        ".DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"};
// RFC 8037, A.4
const Example ed{
    R"("kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo")",
    "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc."
    "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"};
const std::vector<Example> all{rsa, ec, ed};

KeySet keys(const std::vector<std::string>& members) {
    std::string text;
    for (const auto& one : members) text += (text.empty() ? "{" : ",{") + one + '}';
    auto set = KeySet::parse("{\"keys\":[" + text + "]}");
    EXPECT_TRUE(set) << text;
    return set ? *set : KeySet{};
}
bool holds(const KeySet& set, const std::string& text) {
    const auto jws = parse_jws(text);
    return jws && set.verifies(*jws);
}
// The same text under another header.
std::string with_header(const std::string& text, const std::string& json) {
    return to_base64url(json) + text.substr(text.find('.'));
}

TEST(Jws, examples_of_the_standards_verify) {
    for (const auto& one : all) {
        EXPECT_TRUE(holds(keys({one.key}), one.text)) << one.key;
        EXPECT_TRUE(holds(keys({rsa.key, ec.key, ed.key}), one.text)) << one.key;
    }
    EXPECT_EQ(parse_jws(ed.text)->payload, "Example of Ed25519 signing");
}

TEST(Jws, flipped_bit_fails_verification) {
    for (const auto& one : all) {
        const auto set = keys({one.key});
        const auto whole = parse_jws(one.text);
        ASSERT_TRUE(whole);
        for (std::size_t at = 0; at < whole->signed_text.size(); at += 7) {
            Jws changed = *whole;
            changed.signed_text[at] = static_cast<char>(changed.signed_text[at] ^ 1);
            EXPECT_FALSE(set.verifies(changed)) << at;
        }
        for (std::size_t at = 0; at < whole->signature.size(); ++at) {
            Jws changed = *whole;
            changed.signature[at] = static_cast<char>(changed.signature[at] ^ 0x40);
            EXPECT_FALSE(set.verifies(changed)) << at;
        }
        for (const auto& signature : {std::string(), std::string(64, '\0'), std::string(64, '\xff'),
                                      whole->signature + '\0', whole->signature.substr(1)}) {
            Jws changed = *whole;
            changed.signature = signature;
            EXPECT_FALSE(set.verifies(changed)) << signature.size();
        }
    }
}

TEST(Jws, header_cannot_choose_another_algorithm) {
    for (const auto* algorithm : {"none", "None", "HS256", "HS512", "RS384", "RS512", "PS256",
                                  "ES384", "ES256K", "Ed448", "", "rs256"}) {
        const auto head = std::string(R"({"alg":")") + algorithm + "\"}";
        for (const auto& one : all) {
            EXPECT_FALSE(parse_jws(with_header(one.text, head))) << algorithm;
        }
    }
    for (const auto* algorithm : {"RS256", "ES256", "EdDSA", "Ed25519"}) {
        const auto head = std::string(R"({"alg" : ")") + algorithm + "\"}";
        for (const auto& one : all) {
            EXPECT_FALSE(holds(keys({rsa.key, ec.key, ed.key}), with_header(one.text, head)))
                << algorithm;
        }
    }
}

TEST(Jws, header_with_unknown_demands_is_refused) {
    for (const auto* head : {R"({"alg":"RS256","crit":["exp"]})", R"({"alg":"RS256","b64":false})",
                             R"({"alg":"RS256","typ":"at+jwt"})",
                             R"({"alg":"HS256","alg":"RS256"})", R"({"alg":"RS256","alg":"HS256"})",
                             R"({"alg":1})", R"([])", R"({})", R"("RS256")", "", "{"}) {
        EXPECT_FALSE(parse_jws(with_header(rsa.text, head))) << head;
    }
    EXPECT_TRUE(parse_jws(with_header(rsa.text, R"({"alg":"RS256","typ":"JWT","x5t":"a"})")));
}

TEST(Jws, malformed_text_is_refused) {
    for (const std::string text : {"", ".", "..", "...", "a.b", "a.b.c.d", "a.b.c", "e30.e30.e30",
                                   "eyJhbGciOiJSUzI1NiJ9.e30"}) {
        EXPECT_FALSE(parse_jws(text)) << text;
    }
    EXPECT_FALSE(parse_jws(rsa.text + "=="));
    EXPECT_FALSE(parse_jws(rsa.text + "\n"));
    EXPECT_FALSE(parse_jws(' ' + rsa.text));
    EXPECT_FALSE(parse_jws(std::string(100'000, 'a')));
}

TEST(Jws, key_is_found_by_id_or_if_it_is_the_only_one) {
    const auto named = [](const Example& one, const std::string& id) {
        return one.key + R"(,"kid":")" + id + '"';
    };
    auto jws = *parse_jws(ec.text);
    EXPECT_TRUE(keys({named(ec, "a")}).knows(jws));
    EXPECT_FALSE(keys({named(ec, "a"), named(ec, "b")}).knows(jws)) << "which of them?";
    jws.key_id = "b";
    EXPECT_TRUE(keys({named(ec, "a"), named(ec, "b")}).verifies(jws));
    EXPECT_FALSE(keys({named(ec, "a")}).knows(jws));
    EXPECT_FALSE(keys({named(ec, "b"), named(ec, "b")}).knows(jws));
    EXPECT_FALSE(keys({named(rsa, "b")}).knows(jws)) << "of another algorithm";
}

TEST(Jws, keys_for_other_uses_and_weak_keys_are_skipped) {
    const auto size = [](const std::string& members) { return keys({members}).size(); };
    EXPECT_EQ(size(rsa.key), 1U);
    EXPECT_EQ(size(rsa.key + R"(,"use":"sig","alg":"RS256")"), 1U);
    EXPECT_EQ(size(rsa.key + R"(,"use":"enc")"), 0U);
    EXPECT_EQ(size(rsa.key + R"(,"alg":"PS256")"), 0U);
    EXPECT_EQ(size(rsa.key + R"(,"alg":"ES256")"), 0U);
    EXPECT_EQ(size(ed.key + R"(,"alg":"Ed25519")"), 1U);
    EXPECT_EQ(size(R"("kty":"oct","k":"AAAA")"), 0U);
    const std::string modulus(1024 / 8, '\xff');
    EXPECT_EQ(size(R"("kty":"RSA","e":"AQAB","n":")" + to_base64url(modulus) + '"'), 0U) << "short";
    EXPECT_EQ(size(R"("kty":"RSA","e":"AQ","n":")" + to_base64url(modulus + modulus) + '"'), 0U)
        << "an exponent of 1";
    EXPECT_EQ(size(R"("kty":"RSA","e":"AQAB","n":")" + std::string(20'000, 'A') + '"'), 0U);
    const std::string zero = to_base64url(std::string(32, '\0'));
    EXPECT_EQ(size(R"("kty":"EC","crv":"P-256","x":")" + zero + R"(","y":")" + zero + '"'), 0U)
        << "not on the curve";
    EXPECT_EQ(size(R"("kty":"EC","crv":"P-384","x":")" + zero + R"(","y":")" + zero + '"'), 0U);
    EXPECT_EQ(size(R"("kty":"OKP","crv":"X25519","x":")" + zero + '"'), 0U);
    for (const auto* text : {"", "[]", "{}", R"({"keys":{}})", R"({"keys":7})", "<html>"}) {
        EXPECT_FALSE(KeySet::parse(text)) << text;
    }
    EXPECT_EQ(KeySet::parse(R"({"keys":[7,null,"a",[],{}]})")->size(), 0U);
}

}  // namespace
}  // namespace dibs::auth::oidc
