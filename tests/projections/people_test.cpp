// People and credentials in the tables.
#include "tests/projections/tables_with.hpp"

namespace dibs::test {
namespace {

const auto session = nth<SessionId>(1);
const auto token = nth<TokenId>(1);

TEST(PeopleTables, a_person_is_found_by_id_unix_name_and_name) {
    TablesWith tables;
    tables.fact(people::PersonAdded{ann, {"Ann Smith"}, "asmith", people::Role::user, {"$hash"}});
    EXPECT_EQ(tables.ask().find_person(to_text(ann)), ann);
    EXPECT_EQ(tables.ask().find_person("asmith"), ann);
    EXPECT_EQ(tables.ask().find_person("Ann Smith"), ann);
    EXPECT_EQ(tables.ask().find_person("Ann"), std::nullopt);
    EXPECT_EQ(tables.ask().find_person(to_text(ben)), std::nullopt);
    EXPECT_EQ(tables.ask().person(ann)->created_at, ten);
}

TEST(PeopleTables, a_name_of_two_people_names_nobody) {
    TablesWith tables;
    tables.fact(people::PersonAdded{ann, {"Sam"}, "sam1", people::Role::user, {"$"}});
    tables.fact(people::PersonAdded{ben, {"Sam"}, "sam2", people::Role::user, {"$"}});
    EXPECT_EQ(tables.ask().find_person("Sam"), std::nullopt);
    EXPECT_EQ(tables.ask().find_person("sam2"), ben);
}

TEST(PeopleTables, people_go_by_name_in_pages) {
    TablesWith tables;
    tables.sample_site();
    const auto page = tables.ask().people({.limit = 2});
    ASSERT_EQ(page.items.size(), 2U);
    EXPECT_EQ(page.items[0].name.value, "ann");
    const auto rest = tables.ask().people({.limit = 2, .after = page.next});
    ASSERT_EQ(rest.items.size(), 1U);
    EXPECT_EQ(rest.items[0].role, people::Role::admin);
    EXPECT_FALSE(rest.next.has_value());
}

TEST(PeopleTables, the_newest_password_hash_counts) {
    TablesWith tables;
    tables.sample_site().fact(people::PasswordChanged{ann, {"$newer"}});
    EXPECT_EQ(tables.ask().password_hash(ann)->value, "$newer");
    EXPECT_FALSE(tables.ask().password_hash(nth<PersonId>(99)).has_value());
}

TEST(PeopleTables, a_session_lasts_until_it_is_ended) {
    TablesWith tables;
    tables.sample_site().fact(people::SessionStarted{session, root, {"d1"}, clock("11:00")});
    const auto found = tables.ask().credential({"d1"}).value();
    EXPECT_EQ(found.person, root);
    EXPECT_EQ(found.session, session);
    EXPECT_EQ(found.role, people::Role::admin);
    EXPECT_TRUE(found.scopes.has(Scope::admin));
    EXPECT_TRUE(found.valid_at(clock("10:59")));
    EXPECT_FALSE(found.valid_at(clock("11:00")));
    tables.fact(people::SessionEnded{session, root});
    EXPECT_FALSE(tables.ask().credential({"d1"}).has_value());
}

TEST(PeopleTables, a_users_session_has_no_admin_scope) {
    TablesWith tables;
    tables.sample_site().fact(people::SessionStarted{session, ann, {"d1"}, clock("11:00")});
    EXPECT_EQ(tables.ask().credential({"d1"})->scopes, (Scopes{Scope::read, Scope::book}));
}

TEST(PeopleTables, a_token_is_listed_to_its_owner_until_revoked) {
    TablesWith tables;
    tables.sample_site().fact(people::TokenIssued{token, ann, {"ci"}, {Scope::read}, {"d2"}, {}},
                              ann);
    EXPECT_EQ(tables.ask().tokens(ann, {}).items.at(0).label.value, "ci");
    EXPECT_TRUE(tables.ask().tokens(ben, {}).items.empty());
    EXPECT_EQ(tables.ask().credential({"d2"})->token, token);
    EXPECT_EQ(tables.ask().token_owner(token), ann);
    tables.fact(people::TokenRevoked{token, ann});
    EXPECT_TRUE(tables.ask().tokens(ann, {}).items.empty());
    EXPECT_FALSE(tables.ask().credential({"d2"}).has_value());
}

TEST(PeopleTables, the_setup_is_open_until_there_is_an_admin) {
    TablesWith tables;
    EXPECT_TRUE(tables.ask().setup().open);
    tables.fact(people::SetupOpened{{"d3"}, clock("12:00")});
    EXPECT_EQ(tables.ask().setup().token, people::Digest{"d3"});
    tables.fact(people::SetupCompleted{root});
    EXPECT_FALSE(tables.ask().setup().open);
    EXPECT_EQ(tables.ask().setup().token, std::nullopt);
}

}  // namespace
}  // namespace dibs::test
