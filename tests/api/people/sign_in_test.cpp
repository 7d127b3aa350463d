// Password guessing is stopped without locking out the owner: counts by address, by account and by
// device, the address behind a proxy, and turns for comparing.
#include "tests/api/request/requests.hpp"
#include "tests/support/api_world.hpp"

#include <chrono>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

ApiReply sign_in(const Caller& who, const std::string& name, std::string_view password) {
    return who.post(session_path,
                    R"({"name":")" + name + R"(","password":")" + std::string(password) + "\"}");
}
int guess(const Caller& who, const std::string& name) {
    return sign_in(who, name, "wrong").status;
}
// "NAME=…" of the Set-Cookie with that name, including its attributes.
std::string cookie_in(const ApiReply& reply, std::string_view name) {
    for (const auto& [header, value] : reply.response.headers) {
        if (header == "Set-Cookie" && value.starts_with(name)) return value;
    }
    return "";
}
std::string value_of(const std::string& cookie) {
    return cookie.substr(0, cookie.find(';'));
}
std::string address(int number) {
    return "203.0." + std::to_string(number / 250) + '.' + std::to_string(number % 250 + 1);
}

// One try a minute, so that no token comes back while a test runs.
constexpr auth::RateSettings strict{.commands_per_min = 1000,
                                    .sign_ins_per_min = 1,
                                    .sign_in_burst = 3,
                                    .sign_ins_per_account_min = 10,
                                    .sign_ins_per_address_min = 4};

TEST(SignIn, tries_are_limited_for_one_account_from_one_address) {
    ApiWorld world(strict);
    const auto here = world.nobody().from("203.0.113.9");
    for (int i = 0; i < 3; ++i) EXPECT_EQ(guess(here, "ann"), 401);
    const auto fourth = sign_in(here, "ann", ApiWorld::password);
    EXPECT_EQ(fourth.status, 429);
    EXPECT_NE(fourth.header("Retry-After"), "");
    EXPECT_EQ(guess(here, "ben"), 401) << "another account";
    EXPECT_EQ(sign_in(world.nobody().from("203.0.113.10"), "ann", ApiWorld::password).status, 201)
        << "another address";
}

TEST(SignIn, spellings_of_an_account_share_one_count) {
    ApiWorld world(strict);
    const auto here = world.nobody().from("203.0.113.9");
    const auto id = to_text(world.ann);
    for (const auto* name : {"ann", "Ann", "ANN"}) EXPECT_EQ(guess(here, name), 401) << name;
    EXPECT_EQ(guess(here, "aNn"), 429);
    EXPECT_EQ(sign_in(world.nobody().from("203.0.113.10"), "Ann", ApiWorld::password).status, 201);
    EXPECT_EQ(sign_in(world.nobody().from("203.0.113.11"), id, ApiWorld::password).status, 401)
        << "an id is no name to sign in with";
}

TEST(SignIn, tries_are_limited_from_one_address_for_all_accounts) {
    ApiWorld world(strict);
    const auto begun = std::chrono::steady_clock::now();
    const auto here = world.nobody().from("203.0.113.9");
    int tried = 0;
    while (tried < 40 && guess(here, "name" + std::to_string(tried)) == 401) ++tried;
    const auto back = (std::chrono::steady_clock::now() - begun) / std::chrono::seconds{15};
    EXPECT_GE(tried, 8);
    EXPECT_LE(tried, 8 + back) << "one comes back each fifteen seconds";
    EXPECT_EQ(guess(world.nobody().from("203.0.113.10"), "other"), 401);
}

TEST(SignIn, right_passwords_do_not_count_against_the_address) {
    ApiWorld world({.commands_per_min = 1000,
                    .sign_ins_per_min = 100,
                    .sign_in_burst = 100,
                    .sign_ins_per_account_min = 100,
                    .sign_ins_per_address_min = 2});
    for (int i = 0; i < 8; ++i) {
        EXPECT_EQ(sign_in(world.nobody(), "ann", ApiWorld::password).status, 201) << i;
    }
}

TEST(SignIn, ipv6_client_has_one_count_for_its_network) {
    ApiWorld world(strict);
    for (int i = 1; i <= 3; ++i) {
        EXPECT_EQ(guess(world.nobody().from("2001:db8:0:1::" + std::to_string(i)), "ann"), 401);
    }
    EXPECT_EQ(guess(world.nobody().from("2001:db8:0:1:ffff::1"), "ann"), 429);
    EXPECT_EQ(guess(world.nobody().from("2001:db8:0:2::1"), "ann"), 401);
}

TEST(SignIn, known_device_is_not_locked_out_by_others) {
    ApiWorld world(strict);
    const auto here = world.nobody().from("198.51.100.7");
    const auto entered = sign_in(here, "ann", ApiWorld::password);
    ASSERT_EQ(entered.status, 201) << entered.body;
    const auto cookie = cookie_in(entered, "dibs_device=");
    EXPECT_NE(cookie.find("; HttpOnly; SameSite=Strict"), std::string::npos) << cookie;
    EXPECT_NE(cookie.find("; Max-Age=34560000;"), std::string::npos) << cookie;
    // From the device's own address too: they share it.
    for (int i = 0; i < 12; ++i) (void)guess(world.nobody().from(address(i)), "ann");
    for (int i = 0; i < 12; ++i) (void)guess(here, "ann");
    EXPECT_EQ(sign_in(here, "ann", ApiWorld::password).status, 429) << "an unknown device";
    const auto known = here.with("Cookie", value_of(cookie));
    EXPECT_EQ(sign_in(known, "ann", ApiWorld::password).status, 201);
    EXPECT_EQ(sign_in(known.from("192.0.2.77"), "ann", ApiWorld::password).status, 201)
        << "a laptop goes elsewhere";
    EXPECT_EQ(guess(known, "ann"), 401);
    EXPECT_EQ(guess(known, "ann"), 429) << "it has a count of its own";
}

TEST(SignIn, device_cookie_is_for_one_account_and_cannot_be_forged) {
    ApiWorld world(strict);
    const auto entered = sign_in(world.nobody(), "ann", ApiWorld::password);
    const auto value = value_of(cookie_in(entered, "dibs_device="));
    for (int i = 0; i < 12; ++i) (void)guess(world.nobody().from(address(i)), "ben");
    for (int i = 0; i < 12; ++i) (void)guess(world.nobody().from(address(i)), "ann");
    auto forged = value;
    forged.back() = forged.back() == '0' ? '1' : '0';
    auto other_name = value;
    other_name[13] = other_name[13] == 'a' ? 'b' : 'a';
    for (const auto& wrong : {forged, other_name, value + value, value.substr(0, value.size() - 1),
                              std::string("dibs_device=~~~~~"), std::string("dibs_device=")}) {
        const auto from = world.nobody().from("192.0.2.1").with("Cookie", wrong);
        EXPECT_EQ(guess(from, "ann"), 429) << wrong;
    }
    EXPECT_EQ(guess(world.nobody().from("192.0.2.1").with("Cookie", value), "ben"), 429);
    EXPECT_EQ(guess(world.nobody().from("192.0.2.1").with("Cookie", value), "ann"), 401);
    EXPECT_EQ(world.nobody().with("Cookie", value).get(session_path).status, 401)
        << "it opens nothing";
}

TEST(SignIn, shared_device_is_known_to_each_account) {
    ApiWorld world;
    const auto path = "/api/v1/people/" + to_text(world.ben) + "/password";
    ASSERT_EQ(world.as(world.ann).post(path, R"({"password":"seven quiet otters"})").status, 204);
    const auto first = sign_in(world.nobody(), "ann", ApiWorld::password);
    const auto ann_only = value_of(cookie_in(first, "dibs_device="));
    const auto second =
        sign_in(world.nobody().with("Cookie", ann_only), "ben", "seven quiet otters");
    ASSERT_EQ(second.status, 201) << second.body;
    const auto both = value_of(cookie_in(second, "dibs_device="));
    EXPECT_TRUE(both.ends_with('~' + ann_only.substr(ann_only.find('=') + 1))) << both;
    const auto again = sign_in(world.nobody().with("Cookie", both), "ann", ApiWorld::password);
    const auto kept = value_of(cookie_in(again, "dibs_device="));
    EXPECT_TRUE(kept.starts_with(ann_only + '~')) << kept;
    EXPECT_EQ(kept.size(), both.size());
}

TEST(SignIn, unknown_account_gets_the_same_answers) {
    ApiWorld world(strict);
    for (const auto* name : {"ann", "nobody-there"}) {
        const auto here =
            world.nobody().from(name == std::string("ann") ? "192.0.2.1" : "192.0.2.2");
        for (int i = 0; i < 3; ++i) EXPECT_EQ(guess(here, name), 401) << name;
        EXPECT_EQ(guess(here, name), 429) << name;
        for (int i = 0; i < 2; ++i) EXPECT_EQ(guess(here.from(address(i)), name), 401) << name;
        EXPECT_EQ(guess(here.from(address(9)), name), 429) << name;
    }
}

TEST(SignIn, own_password_change_is_not_blocked_by_others_tries) {
    ApiWorld world(strict);
    const auto ann = world.as(world.ann);
    for (int i = 0; i < 12; ++i) (void)guess(world.nobody(), "ann");
    const auto path = "/api/v1/people/" + to_text(world.ann) + "/password";
    const auto changed = ann.post(path, R"({"password":"seven quiet otters","current_password":")" +
                                            std::string(ApiWorld::password) + "\"}");
    EXPECT_EQ(changed.status, 204) << changed.body;
}

TEST(SignIn, event_and_session_name_the_client_address) {
    ApiWorld world;
    ASSERT_EQ(sign_in(world.nobody().from("203.0.113.9"), "ann", ApiWorld::password).status, 201);
    const auto ann = world.as(world.ann);
    EXPECT_NE(ann.get("/api/v1/sessions").body.find("203.0.113.9"), std::string::npos);
    const auto told = ann.get("/api/v1/events?type=session.started").body;
    EXPECT_NE(told.find("203.0.113.9"), std::string::npos) << told;
}

}  // namespace
}  // namespace dibs::test
