// People and credentials in the tables.
#include "projections/questions/people.hpp"

#include "tests/projections/tables_with.hpp"

namespace dibs::test {
namespace {

const auto session = nth<SessionId>(1);
const auto token = nth<TokenId>(1);

TEST(PeopleTables, a_person_is_found_by_id_unix_name_and_name) {
    TablesWith tables;
    tables.fact(people::PersonAdded{ann, {"Ann Smith"}, "asmith", people::Role::user, {"$hash"}});
    EXPECT_EQ(person_called(tables.ask(), to_text(ann)), ann);
    EXPECT_EQ(person_called(tables.ask(), "asmith"), ann);
    EXPECT_EQ(person_called(tables.ask(), "Ann Smith"), ann);
    EXPECT_EQ(person_called(tables.ask(), "Ann"), std::nullopt);
    EXPECT_EQ(person_called(tables.ask(), to_text(ben)), std::nullopt);
    EXPECT_EQ(find_person(tables.ask(), ann)->created_at, ten);
}

TEST(PeopleTables, a_name_of_two_people_names_nobody) {
    TablesWith tables;
    tables.fact(people::PersonAdded{ann, {"Sam"}, "sam1", people::Role::user, {"$"}});
    tables.fact(people::PersonAdded{ben, {"Sam"}, "sam2", people::Role::user, {"$"}});
    EXPECT_EQ(person_called(tables.ask(), "Sam"), std::nullopt);
    EXPECT_EQ(person_called(tables.ask(), "sam2"), ben);
}

TEST(PeopleTables, people_go_by_name_in_pages) {
    TablesWith tables;
    tables.sample_site();
    const auto page = list_people(tables.ask(), {}, {.limit = 2});
    ASSERT_EQ(page.items.size(), 2U);
    EXPECT_EQ(page.items[0].name.value, "ann");
    const auto rest = list_people(tables.ask(), {}, {.limit = 2, .after = page.next});
    ASSERT_EQ(rest.items.size(), 1U);
    EXPECT_EQ(rest.items[0].role, people::Role::admin);
    EXPECT_FALSE(rest.next.has_value());
}

TEST(PeopleTables, the_newest_password_hash_counts) {
    TablesWith tables;
    tables.sample_site().fact(people::PasswordChanged{ann, {"$newer"}});
    EXPECT_EQ(password_hash_of(tables.ask(), ann)->value, "$newer");
    EXPECT_FALSE(password_hash_of(tables.ask(), nth<PersonId>(99)).has_value());
}

TEST(PeopleTables, a_session_lasts_until_it_is_ended) {
    TablesWith tables;
    tables.sample_site().fact(people::SessionStarted{session, root, {"d1"}, clock("11:00")});
    const auto found = find_credential(tables.ask(), {"d1"}).value();
    EXPECT_EQ(found.person, root);
    EXPECT_EQ(found.session, session);
    EXPECT_EQ(found.role, people::Role::admin);
    EXPECT_TRUE(found.scopes.has(Scope::admin));
    EXPECT_TRUE(found.valid_at(clock("10:59")));
    EXPECT_FALSE(found.valid_at(clock("11:00")));
    tables.fact(people::SessionEnded{session, root});
    EXPECT_FALSE(find_credential(tables.ask(), {"d1"}).has_value());
}

TEST(PeopleTables, a_users_session_has_no_admin_scope) {
    TablesWith tables;
    tables.sample_site().fact(people::SessionStarted{session, ann, {"d1"}, clock("11:00")});
    EXPECT_EQ(find_credential(tables.ask(), {"d1"})->scopes, (Scopes{Scope::scrape, Scope::read, Scope::book}));
}

TEST(PeopleTables, a_token_is_listed_to_its_owner_until_revoked) {
    TablesWith tables;
    tables.sample_site().fact(people::TokenIssued{token, ann, {"ci"}, {Scope::read}, {"d2"}, {}},
                              ann);
    EXPECT_EQ(list_tokens(tables.ask(), ann, {}).items.at(0).label.value, "ci");
    EXPECT_TRUE(list_tokens(tables.ask(), ben, {}).items.empty());
    EXPECT_EQ(find_credential(tables.ask(), {"d2"})->token, token);
    EXPECT_EQ(owner_of_token(tables.ask(), token), ann);
    tables.fact(people::TokenRevoked{token, ann});
    EXPECT_TRUE(list_tokens(tables.ask(), ann, {}).items.empty());
    EXPECT_FALSE(find_credential(tables.ask(), {"d2"}).has_value());
}

TEST(PeopleTables, the_setup_is_open_until_there_is_an_admin) {
    TablesWith tables;
    EXPECT_TRUE(setup_state(tables.ask()).open);
    tables.fact(people::SetupOpened{{"d3"}, clock("12:00")});
    EXPECT_EQ(setup_state(tables.ask()).token, people::Digest{"d3"});
    tables.fact(people::SetupCompleted{root});
    EXPECT_FALSE(setup_state(tables.ask()).open);
    EXPECT_EQ(setup_state(tables.ask()).token, std::nullopt);
}

}  // namespace
}  // namespace dibs::test
