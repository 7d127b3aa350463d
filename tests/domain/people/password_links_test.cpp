// One-time links to set a password: who makes them, what they do, and all the ways in which they
// become void.
#include "domain/people/password_links.hpp"

#include "tests/support/sample_site.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

const auto in_a_week = clock("10:00", "2026-12-08");

people::PasswordLinkMade made(PersonId person, const std::string& secret = "d1") {
    return {person, {secret}, in_a_week};
}
people::UsePasswordLink use(PersonId person, const std::string& secret = "d1") {
    return {person, {secret}, {"$argon2id$own"}};
}
Given ann_has_one() {
    return given(sample_site(), made(ann));
}

TEST(PasswordLinks, admin_makes_a_link_for_any_person_valid_for_a_week) {
    EXPECT_EQ(ten + people::password_link_life, in_a_week);
    EXPECT_EQ(sample_site().when(people::MakePasswordLink{ann, {"d1"}}, root), events(made(ann)));
    EXPECT_EQ(sample_site().when(people::MakePasswordLink{root, {"d1"}}, root), events(made(root)));
    EXPECT_EQ(sample_site().when(people::MakePasswordLink{ann, {"d1"}}, ann),
              refused(Code::not_allowed));
    EXPECT_EQ(
        sample_site().when(people::MakePasswordLink{ann, {"d1"}}, root, {Scope::read, Scope::book}),
        refused(Code::not_allowed));
    EXPECT_EQ(sample_site().when(people::MakePasswordLink{nth<PersonId>(99), {"d1"}}, root),
              refused(Code::unknown_person, "person_id"));
    const auto disabled = given(sample_site(), people::PersonDisabled{ann});
    EXPECT_EQ(disabled.when(people::MakePasswordLink{ann, {"d1"}}, root), refused(Code::not_ready));
}

TEST(PasswordLinks, link_sets_the_password_and_ends_sessions_and_tokens) {
    const auto world = given(
        ann_has_one(), people::SessionStarted{nth<SessionId>(1), ann, {"s"}, clock("20:00"), {}},
        people::SessionStarted{nth<SessionId>(2), ben, {"t"}, clock("20:00"), {}},
        people::TokenIssued{nth<TokenId>(1), ann, {"laptop"}, {Scope::read}, {"u"}, {}});
    EXPECT_EQ(world.when(use(ann)), events(people::PasswordLinkUsed{ann, {"$argon2id$own"}},
                                           people::SessionEnded{nth<SessionId>(1), ann},
                                           people::TokenRevoked{nth<TokenId>(1), ann}));
}

TEST(PasswordLinks, only_dibs_uses_a_link_and_only_for_its_person) {
    EXPECT_EQ(ann_has_one().when(use(ann), root), refused(Code::not_allowed, ""));
    EXPECT_EQ(ann_has_one().when(use(ann), ann), refused(Code::not_allowed, ""));
    EXPECT_EQ(ann_has_one().when(use(ben)), refused(Code::not_found, "secret"));
    EXPECT_EQ(ann_has_one().when(use(ann, "d2")), refused(Code::not_found, "secret"));
}

TEST(PasswordLinks, link_works_once) {
    const auto world = given(ann_has_one(), people::PasswordLinkUsed{ann, {"h"}});
    EXPECT_EQ(world.when(use(ann)), refused(Code::not_found, "secret"));
}

TEST(PasswordLinks, newer_link_replaces_the_older_one) {
    const auto world = given(ann_has_one(), made(ann, "d2"));
    EXPECT_EQ(world.when(use(ann)), refused(Code::not_found, "secret"));
    EXPECT_EQ(world.when(use(ann, "d2")), events(people::PasswordLinkUsed{ann, {"$argon2id$own"}}));
}

TEST(PasswordLinks, link_expires_after_a_week) {
    const auto world = given(sample_site(), people::PasswordLinkMade{ann, {"d1"}, ten});
    EXPECT_EQ(world.when(use(ann)), refused(Code::not_found, "secret"));
    const auto later = given(
        sample_site(), people::PasswordLinkMade{ann, {"d1"}, ten + std::chrono::milliseconds{1}});
    EXPECT_EQ(later.when(use(ann)), events(people::PasswordLinkUsed{ann, {"$argon2id$own"}}));
}

TEST(PasswordLinks, changed_password_voids_the_link) {
    const auto world = given(ann_has_one(), people::PasswordChanged{ann, {"h"}});
    EXPECT_EQ(world.when(use(ann)), refused(Code::not_found, "secret"));
}

TEST(PasswordLinks, disabling_or_removing_a_person_voids_the_link_permanently) {
    const auto disabled = given(ann_has_one(), people::PersonDisabled{ann});
    EXPECT_EQ(disabled.when(use(ann)), refused(Code::not_found, "secret"));
    const auto enabled = given(disabled, people::PersonEnabled{ann});
    EXPECT_EQ(enabled.when(use(ann)), refused(Code::not_found, "secret"));
    const auto removed = given(ann_has_one(), people::PersonRemoved{ann, "ann"});
    EXPECT_EQ(removed.when(use(ann)), refused(Code::not_found, "secret"));
}

TEST(PasswordLinks, links_of_other_people_stay_valid) {
    const auto world = given(ann_has_one(), made(ben, "d2"), people::PasswordLinkUsed{ben, {"h"}});
    EXPECT_EQ(world.when(use(ann)), events(people::PasswordLinkUsed{ann, {"$argon2id$own"}}));
}

}  // namespace
}  // namespace dibs::test
