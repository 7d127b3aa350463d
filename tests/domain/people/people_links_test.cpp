// External identities: a subject signs in as its linked person, once by a UNIX name, or as a new
// person; never as another person.
#include "domain/people/people_links.hpp"

#include "tests/support/sample_site.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

const std::string identity_provider = "https://id.example.org";
const PersonId zoe = nth<PersonId>(9);  // for new people

people::Admit from_there(std::string subject, std::string unix_name) {
    return {.id = zoe,
            .link = {identity_provider, std::move(subject)},
            .name = {"Some Body"},
            .unix_name = std::move(unix_name)};
}
people::Admit told_admin(people::Admit admit, bool admin) {
    admit.admin = admin;
    return admit;
}
Given ann_linked() {
    return given(sample_site(), people::PersonLinked{ann, {identity_provider, "a1"}});
}

TEST(PeopleLinks, unix_name_links_an_account_once_and_then_the_subject_counts) {
    const people::PersonLinked linked{ann, {identity_provider, "a1"}};
    EXPECT_EQ(sample_site().when(from_there("a1", "ann")), events(linked));
    EXPECT_EQ(ann_linked().when(from_there("a1", "ann")), nothing());
    EXPECT_EQ(ann_linked().when(from_there("a2", "ann")),
              refused(Code::already_exists, "unix_name"));
}

TEST(PeopleLinks, renamed_subject_stays_the_same_person) {
    EXPECT_EQ(ann_linked().when(from_there("a1", "ben")), refused(Code::not_allowed, "unix_name"));
    EXPECT_EQ(ann_linked().when(from_there("a1", "new")), refused(Code::not_allowed, "unix_name"));
    const auto renamed = given(ann_linked(), people::PersonChanged{ann, {}, "ann2", {}, "ann"});
    EXPECT_EQ(renamed.when(from_there("a1", "ann2")), nothing());
    EXPECT_EQ(renamed.when(from_there("a1", "ann")), refused(Code::not_allowed, "unix_name"));
}

TEST(PeopleLinks, directory_account_matches_in_another_spelling) {
    const auto zoe_there = given(
        sample_site(), people::PersonAdded{zoe, {"Zoe"}, R"(CORP\zoe)", people::Role::user, {}});
    const people::PersonLinked linked{zoe, {identity_provider, "z1"}};
    EXPECT_EQ(zoe_there.when(from_there("z1", R"(corp\zoe)")), events(linked));
    EXPECT_EQ(given(zoe_there, linked).when(from_there("z1", R"(corp\zoe)")), nothing());
}

TEST(PeopleLinks, each_provider_has_its_own_link) {
    people::Admit elsewhere = from_there("a1", "ann");
    elsewhere.link.provider = "ldaps://directory";
    EXPECT_EQ(ann_linked().when(elsewhere), events(people::PersonLinked{ann, elsewhere.link}));
    elsewhere.link = {"", "a1"};
    EXPECT_EQ(sample_site().when(elsewhere), refused(Code::malformed, "link"));
}

TEST(PeopleLinks, new_person_gets_an_account_if_creation_is_enabled) {
    people::Admit admit = from_there("z1", "zoe");
    EXPECT_EQ(sample_site().when(admit), refused(Code::unknown_person, "unix_name"));
    admit.create = true;
    const people::PersonLinked linked{zoe, {identity_provider, "z1"}};
    EXPECT_EQ(
        sample_site().when(admit),
        events(people::PersonAdded{zoe, {"Some Body"}, "zoe", people::Role::user, {}}, linked));
    admit.mail = {{"zoe@example.org"}};
    EXPECT_EQ(sample_site().when(admit),
              events(people::PersonAdded{zoe, {"Some Body"}, "zoe", people::Role::user, {}},
                     people::MailChanged{zoe, {{"zoe@example.org"}}}, linked));
    admit.unix_name = "nobody";
    EXPECT_EQ(sample_site().when(admit), refused(Code::out_of_range, "unix_name"));
}

TEST(PeopleLinks, unix_name_alone_does_not_open_an_admin_account) {
    const auto site = given(sample_site(), person(zoe, "zoe", people::Role::admin));
    EXPECT_EQ(site.when(from_there("z1", "zoe")), refused(Code::not_allowed, "role"));
    EXPECT_EQ(site.when(told_admin(from_there("z1", "zoe"), false)),
              refused(Code::not_allowed, "role"));
    EXPECT_EQ(site.when(told_admin(from_there("z1", "zoe"), true)),
              events(people::PersonLinked{zoe, {identity_provider, "z1"}}));
}

TEST(PeopleLinks, role_follows_the_provider_only_if_it_decides) {
    const people::PersonChanged up{ann, {}, {}, people::Role::admin, {}, people::Role::user};
    EXPECT_EQ(ann_linked().when(told_admin(from_there("a1", "ann"), true)), events(up));
    EXPECT_EQ(ann_linked().when(told_admin(from_there("a1", "ann"), false)), nothing());
    const auto admin = given(ann_linked(), up);
    EXPECT_EQ(admin.when(from_there("a1", "ann")), nothing());
    EXPECT_EQ(
        admin.when(told_admin(from_there("a1", "ann"), false)),
        events(people::PersonChanged{ann, {}, {}, people::Role::user, {}, people::Role::admin}));
    const auto alone = given(admin, people::PersonDisabled{root});
    EXPECT_EQ(alone.when(told_admin(from_there("a1", "ann"), false)),
              refused(Code::not_ready, "role"));
}

TEST(PeopleLinks, disabled_person_is_not_signed_in) {
    const auto disabled = given(ann_linked(), people::PersonDisabled{ann});
    EXPECT_EQ(disabled.when(from_there("a1", "ann")), refused(Code::not_allowed, ""));
    const auto unlinked = given(sample_site(), people::PersonDisabled{ann});
    EXPECT_EQ(unlinked.when(from_there("a1", "ann")), refused(Code::not_allowed, ""));
}

TEST(PeopleLinks, only_dibs_signs_in_and_only_an_admin_unlinks) {
    EXPECT_EQ(sample_site().when(from_there("a1", "ann"), root), refused(Code::not_allowed));
    EXPECT_EQ(ann_linked().when(people::Unlink{ann}, ann), refused(Code::not_allowed));
    EXPECT_EQ(ann_linked().when(people::Unlink{ann}, root), events(people::PersonUnlinked{ann}));
    EXPECT_EQ(ann_linked().when(people::Unlink{ben}, root), nothing());
    EXPECT_EQ(ann_linked().when(people::Unlink{zoe}, root),
              refused(Code::unknown_person, "person_id"));
    const auto again = given(ann_linked(), people::PersonUnlinked{ann});
    EXPECT_EQ(again.when(from_there("a2", "ann")),
              events(people::PersonLinked{ann, {identity_provider, "a2"}}));
}

TEST(PeopleLinks, removed_person_loses_the_link) {
    const auto gone = given(ann_linked(), people::PersonRemoved{ann, "ann"});
    EXPECT_TRUE(gone.world().people.links.empty());
    EXPECT_EQ(gone.when(from_there("a1", "ann")), refused(Code::unknown_person, "unix_name"));
}

}  // namespace
}  // namespace dibs::test
