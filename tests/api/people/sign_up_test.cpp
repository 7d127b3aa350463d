// Sign-up with a code in a file of a UNIX account: the codes, the rate limits, and the routes, with
// simulated hosts.
#include "api/auth/sign_in/sign_ups.hpp"
#include "projections/questions/fleet.hpp"
#include "tests/support/api_world.hpp"
#include "tests/support/sample_site.hpp"

#include <set>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using auth::SignUps;

const Instant code_expires = ten + SignUps::lifetime;
const std::string net = "10.0.0.7";

TEST(SignUps, code_has_43_bits_and_matches_in_any_case) {
    std::set<std::string> seen;
    for (int i = 0; i < 1000; ++i) seen.insert(SignUps::fresh_code());
    EXPECT_EQ(seen.size(), 1000U);
    const auto code = *seen.begin();
    ASSERT_EQ(code.size(), 11U);
    EXPECT_EQ(code[5], '-');
    EXPECT_EQ(code.find_first_of("AEIOUY01"), code.npos) << code;
    SignUps codes;
    ASSERT_TRUE(codes.add("ann", code, "gpu03", code_expires, ten));
    std::string typed = ' ' + code;
    typed.erase(6, 1);
    for (char& c : typed) c = c == ' ' ? c : static_cast<char>(c - 'A' + 'a');
    EXPECT_EQ(codes.host_of("ann", typed, net, ten), "gpu03");
    EXPECT_EQ(codes.host_of("ann", code, net, ten), "gpu03") << "looking does not use it up";
    codes.forget("ann");
    EXPECT_EQ(codes.host_of("ann", code, net, ten), std::nullopt);
}

TEST(SignUps, newest_code_of_a_name_is_valid_for_ten_minutes) {
    SignUps codes;
    codes.add("ann", "BBBBB-BBBBB", "gpu03", code_expires, ten);
    codes.add("ben", "CCCCC-CCCCC", "gpu03", code_expires, ten);
    EXPECT_EQ(codes.host_of("ann", "CCCCC-CCCCC", net, ten), std::nullopt);
    EXPECT_EQ(codes.host_of("cleo", "BBBBB-BBBBB", net, ten), std::nullopt);
    EXPECT_EQ(codes.host_of("ann", "", net, ten), std::nullopt);
    codes.add("ann", "DDDDD-DDDDD", "gpu01", code_expires, ten);
    EXPECT_EQ(codes.host_of("ann", "BBBBB-BBBBB", net, ten), std::nullopt);
    EXPECT_EQ(codes.host_of("ann", "DDDDD-DDDDD", net, code_expires - Duration{1}), "gpu01");
    EXPECT_EQ(codes.host_of("ann", "DDDDD-DDDDD", net, code_expires), std::nullopt);
    codes.add("ben", "DDDDD-DDDDD", "gpu01", code_expires + SignUps::lifetime, code_expires);
    EXPECT_EQ(codes.size(), 1U) << "what ran out is not kept";
}

TEST(SignUps, five_wrong_tries_block_a_network_and_fifty_block_all) {
    SignUps codes;
    const std::string right = "BBBBB-BBBBB";
    codes.add("ann", right, "gpu03", code_expires, ten);
    for (int i = 0; i < SignUps::wrong_of_network; ++i) {
        EXPECT_EQ(codes.host_of("ann", "CCCCC-CCCCC", "10.9.9.9", ten), std::nullopt);
    }
    EXPECT_EQ(codes.host_of("ann", right, "10.9.9.9", ten), std::nullopt);
    EXPECT_EQ(codes.host_of("ann", right, net, ten), "gpu03") << "its owner's tries are their own";
    for (int i = SignUps::wrong_of_network; i < SignUps::wrong_of_all; ++i) {
        EXPECT_EQ(codes.host_of("ann", "CCCCC-CCCCC", std::to_string(i), ten), std::nullopt);
    }
    EXPECT_EQ(codes.host_of("ann", right, net, ten), std::nullopt);
    codes.add("ann", right, "gpu03", code_expires, ten);
    EXPECT_EQ(codes.host_of("ann", right, "10.9.9.9", ten), "gpu03") << "a new code, new tries";
}

TEST(SignUps, full_table_keeps_existing_codes) {
    SignUps codes;
    for (std::size_t i = 0; i < SignUps::most; ++i) {
        ASSERT_TRUE(codes.add("u" + std::to_string(i), "BBBBB-BBBBB", "gpu03", code_expires, ten));
    }
    EXPECT_FALSE(codes.add("ann", "BBBBB-BBBBB", "gpu03", code_expires, ten));
    EXPECT_TRUE(codes.add("u7", "CCCCC-CCCCC", "gpu03", code_expires, ten));
    EXPECT_EQ(codes.host_of("u7", "CCCCC-CCCCC", net, ten), "gpu03");
    EXPECT_EQ(codes.host_of("u8", "BBBBB-BBBBB", net, ten), "gpu03");
    EXPECT_TRUE(
        codes.add("ann", "BBBBB-BBBBB", "gpu03", code_expires + SignUps::lifetime, code_expires));
}

TEST(SignUpRates, name_accepts_three_requests_in_a_row_from_all_clients) {
    auth::Rates rates({});
    for (int i = 0; i < 3; ++i) EXPECT_EQ(rates.sign_up("10.0.0.7", "ann").wait_s, 0);
    EXPECT_GT(rates.sign_up("10.0.0.8", "ann").wait_s, 60);
    EXPECT_EQ(rates.sign_up("10.0.0.7", "ben").wait_s, 0);
    rates.return_sign_up_try("ann");
    EXPECT_EQ(rates.sign_up("10.0.0.8", "ann").wait_s, 0);
    for (int i = 0; i < 40; ++i) (void)rates.sign_up("10.1.0.1", "n" + std::to_string(i));
    EXPECT_GT(rates.sign_up("10.1.0.1", "cleo").wait_s, 0);
    EXPECT_EQ(rates.sign_up("10.1.0.2", "cleo").wait_s, 0) << "the other address did not ask in it";
}

// A site with sign-up. Records each written code, or the reason why it could not be written.
struct Left {
    std::string host, unix_name, code;
};
struct SignUpWorld : ApiWorld {
    std::vector<Left> all{};
    std::string why_not{};

    SignUpWorld() {
        service->signing_up = routes::SigningUp{
            {},
            "restrict ssh-ed25519 AAAA dibs",
            [this](const views::Host& host, const std::string& name, const std::string& code,
                   const std::function<void(const std::string&)>& then) {
                all.push_back({host.name, name, code});
                then(why_not);
            }};
    }
    ApiReply begin(const std::string& name, const std::string& host) {
        return nobody().post("/api/v1/sign-up",
                             R"({"unix_name":")" + name + R"(","host":")" + host + "\"}");
    }
    ApiReply complete(const std::string& name, const std::string& code,
                      const std::string& secret = std::string(password)) {
        return nobody().post("/api/v1/sign-up/complete",
                             R"({"unix_name":")" + name + R"(","code":")" + code +
                                 R"(","name":"Dora K.","password":")" + secret + "\"}");
    }
};

TEST(SignUpRoutes, right_code_makes_a_signed_in_account_with_role_user) {
    SignUpWorld world;
    const auto begun = world.begin("Dora", "boreas");
    EXPECT_EQ(begun.status, 202) << begun.body;
    EXPECT_EQ(begun.at("host_name"), "boreas");
    EXPECT_EQ(begun.at("file"), "~/.dibs/sign-up-code");
    EXPECT_EQ(begun.at("public_key"), "restrict ssh-ed25519 AAAA dibs");
    ASSERT_EQ(world.all.size(), 1U);
    EXPECT_EQ(world.all[0].unix_name, "dora");
    EXPECT_EQ(world.all[0].host, "boreas");
    EXPECT_EQ(begun.body.find(world.all[0].code), std::string::npos);
    const auto in = world.complete("dora", world.all[0].code);
    EXPECT_EQ(in.status, 201) << in.body;
    EXPECT_EQ(in.at("person.unix_name"), "dora");
    EXPECT_EQ(in.at("person.name"), "Dora K.");
    EXPECT_EQ(in.at("person.role"), "user");
    EXPECT_TRUE(in.header("Set-Cookie").starts_with("dibs_session="));
    EXPECT_EQ(world.complete("dora", world.all[0].code).problem(), "not-allowed/code");
    const auto history = world.as(world.ann).get("/api/v1/events?type=person.added");
    EXPECT_NE(history.body.find("127.0.0.1, dora@boreas"), std::string::npos) << history.body;
}

TEST(SignUpRoutes, wrong_codes_get_the_same_answer) {
    SignUpWorld world;
    (void)world.begin("dora", "atlas");
    world.why_not = "auth_failed";
    (void)world.begin("nobody1", "boreas");
    const auto wrong = world.complete("dora", "BBBBB-BBBBB");
    EXPECT_EQ(wrong.problem(), "not-allowed/code");
    for (const auto& other :
         {world.complete("nobody1", world.all[1].code), world.complete("never1", "BBBBB-BBBBB"),
          world.complete("ben", "BBBBB-BBBBB")}) {
        EXPECT_EQ(other.problem(), wrong.problem());
        EXPECT_EQ(other.at("detail"), wrong.at("detail"));
    }
    EXPECT_EQ(world.complete("dora", world.all[0].code, "password1234").problem(),
              "weak-password/password");
    for (int i = 0; i < 4; ++i) (void)world.complete("dora", "CCCCC-CCCCC");
    EXPECT_EQ(world.complete("dora", world.all[0].code).problem(), "not-allowed/code");
}

TEST(SignUpRoutes, existing_account_is_revealed_only_to_its_owner) {
    SignUpWorld world;
    EXPECT_EQ(world.begin("ben", "atlas").status, 202);
    EXPECT_EQ(world.complete("ben", "BBBBB-BBBBB").problem(), "not-allowed/code");
    EXPECT_EQ(world.complete("ben", world.all[0].code).problem(), "already-exists/unix_name");
}

TEST(SignUpRoutes, code_expires_after_ten_minutes) {
    SignUpWorld world;
    (void)world.begin("dora", "atlas");
    world.advance(std::chrono::minutes{10});
    EXPECT_EQ(world.complete("dora", world.all[0].code).problem(), "not-allowed/code");
}

TEST(SignUpRoutes, host_logins_are_rate_limited_and_names_checked) {
    SignUpWorld world;
    EXPECT_EQ(world.begin("a1", "atlas").status, 202);
    EXPECT_EQ(world.begin("a2", "atlas").status, 202);
    const auto third = world.begin("a3", "atlas");
    EXPECT_EQ(third.problem(), "busy/host");
    EXPECT_EQ(world.all.size(), 2U);
    EXPECT_EQ(world.begin("a3", "boreas").status, 202);
    EXPECT_EQ(world.begin("a3", "nowhere").problem(), "unknown-host/host");
    for (const auto* name : {"root", "dibs", "Ann; reboot", "-rf", "a/b", ""}) {
        EXPECT_EQ(world.begin(name, "boreas").problem(), "out-of-range/unix_name") << name;
    }
    EXPECT_EQ(world.all.size(), 3U);
}

// A host that hangs: it answers when the test says so.
TEST(SignUpRoutes, waiting_host_logins_are_bounded) {
    ApiWorld world;
    std::vector<std::function<void(const std::string&)>> waiting;
    world.service->signing_up = routes::SigningUp{
        {}, "key", [&](const views::Host&, const std::string&, const std::string&, auto then) {
            waiting.push_back(std::move(then));
        }};
    std::vector<std::string> names;
    for (int i = 0; i < 12; ++i) {
        names.push_back("h" + std::to_string(i));
        const auto id = fresh_id<HostId>(world.now());
        ASSERT_TRUE(world.command(
            fleet::Command{fleet::EnrolHost{id, names.back(), names.back() + ".test", 22, "dibs",
                                            "SHA256:" + std::string(43, 'A')}}));
    }
    int begun = 0;
    const auto ask = [&](const std::string& host) {
        const auto number = std::to_string(++begun);
        return world.nobody()
            .from("10.0.0." + number)
            .post("/api/v1/sign-up",
                  R"({"unix_name":"u)" + number + R"(","host":")" + host + "\"}");
    };
    for (int i = 0; i < 16; ++i)
        EXPECT_EQ(ask(names.at(static_cast<std::size_t>(i / 2))).status, 202);
    EXPECT_EQ(ask("h9").problem(), "busy");
    waiting.at(3)("the host did not answer in time");
    EXPECT_EQ(ask("h9").status, 202);
    EXPECT_EQ(waiting.size(), 17U);
}

TEST(SignUpRoutes, sign_up_is_offered_if_enabled_on_the_named_hosts) {
    const std::string providers = "/api/v1/session/providers";
    SignUpWorld world;
    EXPECT_EQ(world.nobody().get(providers).size("sign_up.host_names"), 2U);
    world.service->signing_up->hosts = {"boreas", "gone"};
    EXPECT_EQ(world.nobody().get(providers).at("sign_up.host_names[0]"), "boreas");
    EXPECT_EQ(world.begin("dora", "atlas").problem(), "unknown-host/host");
    world.service->signing_up.reset();
    EXPECT_EQ(world.nobody().get(providers).at("sign_up.public_key"), "");
    EXPECT_EQ(world.begin("dora", "boreas").problem(), "not-ready");
    EXPECT_EQ(world.complete("dora", "BBBBB-BBBBB").problem(), "not-ready");
}

}  // namespace
}  // namespace dibs::test
