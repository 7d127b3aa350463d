// The second factor over HTTP: the codes of RFC 6238, turning it on and off, and sign-in with it.
// Codes have the same number of tries as passwords.
#include "api/auth/sign_in/second_factor.hpp"

#include "tests/api/request/requests.hpp"
#include "tests/support/api_world.hpp"

#include <array>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <oath.h>

namespace dibs::test {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

const std::string password_body =
    R"({"current_password":")" + std::string(ApiWorld::password) + "\"}";

std::string path_of(PersonId person) {
    return "/api/v1/people/" + to_text(person) + "/second-factor";
}

// An independent generator of codes: liboath's.
std::string code_at(const std::string& base32, Instant at) {
    char* bytes = nullptr;
    std::size_t size = 0;
    EXPECT_EQ(oath_base32_decode(base32.data(), base32.size(), &bytes, &size), OATH_OK) << base32;
    std::array<char, 7> code{};
    const auto now = static_cast<time_t>(unix_ms(at) / 1000);
    EXPECT_EQ(oath_totp_generate(bytes, size, now, 30, 0, 6, code.data()), OATH_OK);
    std::free(bytes);
    return code.data();
}

struct TurnedOn {
    std::string secret;
    std::vector<std::string> recovery;
};

ApiReply confirm(const Caller& who, PersonId person, const std::string& enrolment,
                 const std::string& code) {
    return who.put(path_of(person),
                   R"({"enrolment":")" + enrolment + R"(","code":")" + code + "\"}");
}

TurnedOn turn_on(ApiWorld& world) {
    const auto ann = world.as(world.ann);
    const auto begun = ann.post(path_of(world.ann), password_body);
    EXPECT_EQ(begun.status, 201) << begun.body;
    TurnedOn on{begun.at("secret"), {}};
    const auto set =
        confirm(ann, world.ann, begun.at("enrolment"), code_at(on.secret, world.now()));
    EXPECT_EQ(set.status, 200) << set.body;
    for (std::size_t i = 0; i < set.size("recovery_codes"); ++i) {
        on.recovery.push_back(set.at("recovery_codes[" + std::to_string(i) + "]"));
    }
    return on;
}

ApiReply sign_in_with_code(const Caller& who, const std::string& code,
                           std::string_view password = ApiWorld::password) {
    const auto more = code.empty() ? "" : R"(,"code":")" + code + '"';
    return who.post(session_path,
                    R"({"name":"ann","password":")" + std::string(password) + '"' + more + '}');
}

TEST(Totp, totp_codes_match_rfc_6238) {
    // Appendix B, SHA-1; a six-digit code is the last six of its eight digits.
    const std::string secret = "12345678901234567890";
    const std::vector<std::pair<std::int64_t, std::string>> vectors{
        {59, "287082"},         {1111111109, "081804"}, {1111111111, "050471"},
        {1234567890, "005924"}, {2000000000, "279037"}, {20000000000, "353130"}};
    for (const auto& [at_s, code] : vectors) {
        const auto at = from_unix_ms(at_s * 1000);
        EXPECT_EQ(auth::step_of(code, secret, at), at_s / 30) << code;
        EXPECT_EQ(auth::step_of(code, secret, at + seconds{30}), at_s / 30) << "a slow hand";
        EXPECT_EQ(auth::step_of(code, secret, at - seconds{30}), at_s / 30) << "a slow clock";
        EXPECT_EQ(auth::step_of(code, secret, at + seconds{60}), std::nullopt);
        EXPECT_EQ(auth::step_of(code, secret, at + minutes{10}), std::nullopt);
        EXPECT_EQ(auth::step_of(code, "22345678901234567890", at), std::nullopt);
    }
    for (const auto* no :
         {"", "28708", "2870822", "94287082", "28708x", "-28708", "28708\xD9\xA0"}) {
        EXPECT_EQ(auth::step_of(no, secret, from_unix_ms(59'000)), std::nullopt) << no;
    }
}

TEST(SecondFactor, secret_depends_on_person_seed_and_installation) {
    const auto keys = Keys::in_memory(), others = Keys::in_memory();
    const auto sign = [&](std::string_view text) { return keys->digest(text); };
    const auto sign_there = [&](std::string_view text) { return others->digest(text); };
    const PersonId ann{{1}}, ben{{2}};
    std::set<std::string> secrets;
    for (const auto& factor : {auth::SecondFactor{ann, "a"}, {ann, "b"}, {ben, "a"}}) {
        secrets.insert(auth::shown_secret(factor, sign));
        secrets.insert(auth::shown_secret(factor, sign_there));
    }
    EXPECT_EQ(secrets.size(), 6U);
    for (const auto& secret : secrets) EXPECT_EQ(secret.size(), 32U) << "160 bits, no padding";
    const auto uri = auth::otpauth_uri({ann, "a"}, "ann", "gpu.example.org:8080", sign);
    EXPECT_EQ(uri, "otpauth://totp/Dibs:ann%40gpu.example.org%3A8080?secret=" +
                       auth::shown_secret({ann, "a"}, sign) + "&issuer=Dibs");
}

TEST(SecondFactor, recovery_code_is_accepted_in_any_spelling) {
    const auto keys = Keys::in_memory();
    const auto sign = [&](std::string_view text) { return keys->digest(text); };
    const auth::SecondFactor factor{PersonId{{1}}, "a"};
    const auto codes = auth::recovery_codes(factor, sign);
    ASSERT_EQ(codes.size(), auth::recovery_code_count);
    EXPECT_EQ(std::set(codes.begin(), codes.end()).size(), codes.size());
    std::string small = codes[5];
    for (char& c : small) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    for (const auto& typed :
         {codes[5], small, ' ' + codes[5], codes[5].substr(0, 5) + ' ' + codes[5].substr(6)}) {
        const auto proof = auth::proof_in(typed, factor, from_unix_ms(0), sign);
        ASSERT_TRUE(proof) << typed;
        EXPECT_EQ(proof->recovery, 5) << typed;
    }
    EXPECT_FALSE(auth::proof_in(codes[5], {PersonId{{2}}, "a"}, from_unix_ms(0), sign));
    EXPECT_FALSE(auth::proof_in(codes[5].substr(0, 10), factor, from_unix_ms(0), sign));
    EXPECT_FALSE(auth::proof_in("", factor, from_unix_ms(0), sign));
}

TEST(SecondFactor, enrolment_is_for_one_person_and_ten_minutes) {
    const auto keys = Keys::in_memory(), others = Keys::in_memory();
    const auto sign = [&](std::string_view text) { return keys->digest(text); };
    const PersonId ann{{1}}, ben{{2}};
    const auto now = from_unix_ms(1'800'000'000'000);
    const auto begun = auth::begin_enrolment(ann, now, sign);
    EXPECT_EQ(auth::seed_of(begun.ticket, ann, now + minutes{9}, sign), begun.seed);
    EXPECT_EQ(auth::seed_of(begun.ticket, ann, now + minutes{11}, sign), std::nullopt);
    EXPECT_EQ(auth::seed_of(begun.ticket, ben, now, sign), std::nullopt);
    EXPECT_EQ(auth::seed_of(begun.ticket, ann, now,
                            [&](std::string_view text) { return others->digest(text); }),
              std::nullopt);
    for (std::size_t i = 0; i < begun.ticket.size(); ++i) {
        auto other = begun.ticket;
        other[i] = other[i] == '0' ? '1' : '0';
        EXPECT_EQ(auth::seed_of(other, ann, now, sign), std::nullopt) << other;
    }
    for (const auto* no : {"", ".", "..", "a.b.c"}) {
        EXPECT_EQ(auth::seed_of(no, ann, now, sign), std::nullopt) << no;
    }
}

TEST(SecondFactor, second_factor_needs_password_and_first_code_to_turn_on) {
    ApiWorld world;
    const auto ann = world.as(world.ann);
    const auto own = "/api/v1/people/" + to_text(world.ann);
    EXPECT_EQ(ann.post(path_of(world.ann), "{}").problem(), "malformed/current_password");
    EXPECT_EQ(ann.post(path_of(world.ann), R"({"current_password":"wrong"})").problem(),
              "wrong-password/current_password");
    EXPECT_EQ(ann.post(path_of(world.ben), password_body).problem(), "not-allowed");
    EXPECT_EQ(ann.get(own).at("second_factor"), "false");
    const auto begun = ann.post(path_of(world.ann), password_body);
    ASSERT_EQ(begun.status, 201) << begun.body;
    EXPECT_EQ(confirm(ann, world.ann, begun.at("enrolment"), "abc").problem(), "wrong-code/code");
    EXPECT_EQ(confirm(ann, world.ann, "x", "123456").problem(), "out-of-range/enrolment");
    EXPECT_EQ(sign_in_with_code(world.nobody(), "").status, 201) << "not before the code";
    const auto on = turn_on(world);
    EXPECT_EQ(on.recovery.size(), 8U);
    EXPECT_EQ(ann.get(own).at("second_factor"), "true");
    EXPECT_EQ(world.as(world.ben).get(own).at("second_factor"), "") << "nobody else's business";
    EXPECT_EQ(ann.post(path_of(world.ann), password_body).problem(), "already-exists");
}

TEST(SecondFactor, repeated_turn_on_shows_the_same_recovery_codes) {
    ApiWorld world;
    const auto ann = world.as(world.ann).with("Idempotency-Key", "k");
    const auto begun = world.as(world.ann).post(path_of(world.ann), password_body);
    const auto code = code_at(begun.at("secret"), world.now());
    const auto first = confirm(ann, world.ann, begun.at("enrolment"), code);
    ASSERT_EQ(first.status, 200) << first.body;
    EXPECT_EQ(confirm(ann, world.ann, begun.at("enrolment"), code).body, first.body);
}

TEST(SecondFactor, program_gets_all_scopes_only_with_a_code) {
    ApiWorld world;
    const auto on = turn_on(world);
    const std::string path = "/api/v1/session/device";
    const auto begun = world.nobody().post(path, "{}");
    const auto approve = [&](const std::string& code) {
        const auto password =
            R"({"all":true,"current_password":")" + std::string(ApiWorld::password);
        const auto body = password + (code.empty() ? "\"}" : R"(","code":")" + code + "\"}");
        return world.as(world.ann).post(path + '/' + begun.at("user_code") + "/approve", body);
    };
    EXPECT_EQ(approve("").problem(), "malformed/code");
    EXPECT_EQ(approve("123").problem(), "wrong-code/code");
    EXPECT_EQ(approve(on.recovery[0]).problem(), "wrong-code/code") << "those are for signing in";
    world.advance(seconds{30});
    EXPECT_EQ(approve(code_at(on.secret, world.now())).status, 204);
}

TEST(SecondFactor, code_is_asked_for_after_a_right_password) {
    ApiWorld world;
    const auto on = turn_on(world);
    EXPECT_EQ(sign_in_with_code(world.nobody(), "", "wrong").problem(), "not-signed-in");
    EXPECT_EQ(sign_in_with_code(world.nobody(), "123456", "wrong").problem(), "not-signed-in");
    const auto asked = sign_in_with_code(world.nobody(), "");
    EXPECT_EQ(asked.status, 401);
    EXPECT_EQ(asked.problem(), "second-factor-needed/code");
    EXPECT_EQ(asked.header("Set-Cookie"), "");
    EXPECT_EQ(sign_in_with_code(world.nobody(), "not it").problem(), "wrong-code/code");
    EXPECT_EQ(sign_in_with_code(world.nobody(), std::string(65, '1')).problem(),
              "out-of-range/code");
    world.advance(seconds{30});
    const auto in = sign_in_with_code(world.nobody(), code_at(on.secret, world.now()));
    EXPECT_EQ(in.status, 201) << in.body;
    EXPECT_EQ(in.at("person.second_factor"), "true");
    EXPECT_EQ(world.nobody().post(session_path, R"({"token":"x","code":"1"})").problem(),
              "malformed/token");
}

TEST(SecondFactor, code_works_once) {
    ApiWorld world;
    const auto on = turn_on(world);
    EXPECT_EQ(sign_in_with_code(world.nobody(), code_at(on.secret, world.now())).problem(),
              "wrong-code/code")
        << "the one that turned it on";
    world.advance(seconds{30});
    const auto code = code_at(on.secret, world.now());
    EXPECT_EQ(sign_in_with_code(world.nobody(), code).status, 201);
    EXPECT_EQ(sign_in_with_code(world.nobody(), code).problem(), "wrong-code/code");
    EXPECT_EQ(sign_in_with_code(world.nobody(), on.recovery[2]).status, 201);
    EXPECT_EQ(sign_in_with_code(world.nobody(), on.recovery[2]).problem(), "wrong-code/code");
    EXPECT_EQ(sign_in_with_code(world.nobody(), on.recovery[3]).status, 201);
}

TEST(SecondFactor, known_device_needs_a_code_too) {
    ApiWorld world;
    const auto first = sign_in_with_code(world.nobody(), "");
    std::string device;
    for (const auto& [header, value] : first.response.headers) {
        if (header == "Set-Cookie" && value.starts_with("dibs_device=")) {
            device = value.substr(0, value.find(';'));
        }
    }
    ASSERT_NE(device, "");
    const auto on = turn_on(world);
    const auto known = world.nobody().with("Cookie", device);
    EXPECT_EQ(sign_in_with_code(known, "").problem(), "second-factor-needed/code");
    EXPECT_EQ(sign_in_with_code(known, on.recovery[0]).status, 201);
}

TEST(SecondFactor, second_factor_is_turned_off_with_password_or_by_admin) {
    ApiWorld world;
    const auto ann = world.as(world.ann);
    turn_on(world);
    EXPECT_EQ(ann.del(path_of(world.ann)).problem(), "malformed/current_password");
    EXPECT_EQ(
        ann.send(http::Method::del, path_of(world.ann), R"({"current_password":"no"})").problem(),
        "wrong-password/current_password");
    EXPECT_EQ(world.as(world.ben).del(path_of(world.ann)).problem(), "not-allowed");
    EXPECT_EQ(sign_in_with_code(world.nobody(), "").problem(), "second-factor-needed/code");
    EXPECT_EQ(ann.send(http::Method::del, path_of(world.ann), password_body).status, 204);
    EXPECT_EQ(sign_in_with_code(world.nobody(), "").status, 201);
    EXPECT_EQ(ann.del(path_of(world.ben)).status, 204) << "there is none: nothing to do";
    world.command(people::Command{people::SetSecondFactor{world.ben, "seed", 1}}, world.ben);
    const auto of_ben = "/api/v1/people/" + to_text(world.ben);
    EXPECT_EQ(ann.get(of_ben).at("second_factor"), "true");
    const auto ben = world.as(world.ben);
    EXPECT_EQ(ann.del(path_of(world.ben)).status, 204);
    EXPECT_EQ(ann.get(of_ben).at("second_factor"), "false");
    EXPECT_EQ(ben.get(session_path).status, 200) << "nothing else of theirs ends";
    const auto nobody = "/api/v1/people/" + to_text(PersonId{{9}}) + "/second-factor";
    EXPECT_EQ(ann.del(nobody).problem(), "not-found/person_id");
}

// No token comes back while a test runs.
constexpr auth::RateSettings few_tries{.commands_per_min = 1000,
                                       .sign_ins_per_min = 1,
                                       .sign_in_burst = 3,
                                       .sign_ins_per_account_min = 50,
                                       .sign_ins_per_address_min = 50};

TEST(SecondFactor, code_guesses_are_limited_like_passwords_from_many_addresses) {
    ApiWorld world(few_tries);
    const auto on = turn_on(world);
    int judged = 0;
    for (int i = 0; i < 20; ++i) {
        const auto who = world.nobody().from("203.0.113." + std::to_string(i + 1));
        const auto reply = sign_in_with_code(who, "00000" + std::to_string(i % 10));
        if (reply.problem() == "wrong-code/code") ++judged;
        if (i > 10) {
            EXPECT_EQ(reply.status, 429) << i;
        }
    }
    EXPECT_EQ(judged, 3);
    const auto right_one = sign_in_with_code(world.nobody().from("203.0.113.200"), on.recovery[0]);
    EXPECT_EQ(right_one.status, 429) << "whether it is right or not";
    EXPECT_NE(right_one.header("Retry-After"), "");
}

TEST(SecondFactor, right_codes_use_no_tries) {
    ApiWorld world(few_tries);
    const auto on = turn_on(world);
    for (int i = 0; i < 6; ++i) {
        const auto who = world.nobody().from("203.0.113." + std::to_string(i + 1));
        EXPECT_EQ(sign_in_with_code(who, on.recovery[static_cast<std::size_t>(i)]).status, 201)
            << i;
    }
}

}  // namespace
}  // namespace dibs::test
