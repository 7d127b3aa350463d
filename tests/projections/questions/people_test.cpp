// The tables of people and credentials.
#include "projections/questions/people.hpp"

#include "projections/people/names.hpp"
#include "tests/projections/store/tables_with.hpp"

namespace dibs::test {
namespace {

const auto session = nth<SessionId>(1);
const auto token = nth<TokenId>(1);

TEST(PeopleTables, person_is_found_by_id_unix_name_and_name) {
    TablesWith tables;
    tables.fact(people::PersonAdded{ann, {"Ann Smith"}, "asmith", people::Role::user, {"$hash"}});
    EXPECT_EQ(person_called(tables.ask(), to_text(ann)), ann);
    EXPECT_EQ(person_called(tables.ask(), "asmith"), ann);
    EXPECT_EQ(person_called(tables.ask(), "Ann Smith"), ann);
    EXPECT_EQ(person_called(tables.ask(), "Ann"), std::nullopt);
    EXPECT_EQ(person_called(tables.ask(), to_text(ben)), std::nullopt);
    EXPECT_EQ(find_person(tables.ask(), ann)->created_at, ten);
}

TEST(PeopleTables, name_of_two_people_finds_neither) {
    TablesWith tables;
    tables.fact(people::PersonAdded{ann, {"Sam"}, "sam1", people::Role::user, {"$"}});
    tables.fact(people::PersonAdded{ben, {"Sam"}, "sam2", people::Role::user, {"$"}});
    EXPECT_EQ(person_called(tables.ask(), "Sam"), std::nullopt);
    EXPECT_EQ(person_called(tables.ask(), "sam2"), ben);
}

std::string shown(TablesWith& tables, PersonId id) {
    return projections::person_name(tables.ask().txn(), id).value;
}

TEST(PeopleTables, similar_names_are_shown_with_unix_names) {
    TablesWith tables;
    const auto renamed = [](std::string name) {
        return people::PersonChanged{ben, Personal<std::string>{std::move(name)}, {}, {}, {}, {}};
    };
    tables.fact(people::PersonAdded{ann, {"Ann Lee"}, "alee", people::Role::user, {"$"}});
    EXPECT_EQ(shown(tables, ann), "Ann Lee");
    tables.fact(people::PersonAdded{ben, {"\u0410nn lee."}, "eve", people::Role::user, {"$"}});
    EXPECT_EQ(shown(tables, ann), "Ann Lee (alee)");
    EXPECT_EQ(shown(tables, ben), "\u0410nn lee. (eve)") << "with a Cyrillic A";
    tables.fact(renamed("Ben"));
    EXPECT_EQ(shown(tables, ann), "Ann Lee");
    EXPECT_EQ(shown(tables, ben), "Ben");
    tables.fact(renamed("A lee"));
    EXPECT_EQ(shown(tables, ben), "A lee (eve)") << "as the UNIX name of another";
    EXPECT_EQ(shown(tables, ann), "Ann Lee (alee)");
    tables.fact(people::PersonRemoved{ben, "eve"});
    EXPECT_EQ(shown(tables, ann), "Ann Lee");
}

TEST(PeopleTables, official_looking_name_is_shown_with_unix_name) {
    TablesWith tables;
    tables.fact(people::PersonAdded{ann, {"D\u0456bs"}, "eve", people::Role::user, {"$"}});
    EXPECT_EQ(shown(tables, ann), "D\u0456bs (eve)");
    tables.fact(people::PersonAdded{ben, {"admin"}, "admin", people::Role::admin, {"$"}});
    EXPECT_EQ(shown(tables, ben), "admin") << "a UNIX name is one person's";
}

TEST(PeopleTables, people_are_listed_by_name_in_pages) {
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

TEST(PeopleTables, password_link_is_found_until_used_or_void) {
    const people::PasswordLinkMade made{ann, {"d1"}, clock("11:00")};
    const auto after = [&](auto... events) {
        TablesWith tables;
        tables.sample_site().fact(made);
        (tables.fact(events), ...);
        const auto person = find_person(tables.ask(), ann);
        const bool found = find_password_link(tables.ask(), {"d1"}).has_value();
        EXPECT_EQ(found, person->password_link_until == clock("11:00"));
        return found;
    };
    EXPECT_TRUE(after());
    EXPECT_TRUE(after(people::PasswordLinkMade{ben, {"d2"}, clock("11:00")},
                      people::PasswordLinkUsed{ben, {"$own"}}));
    EXPECT_FALSE(after(people::PasswordLinkUsed{ann, {"$own"}}));
    EXPECT_FALSE(after(people::PasswordLinkMade{ann, {"d2"}, clock("12:00")}));
    EXPECT_FALSE(after(people::PasswordChanged{ann, {"$own"}}));
    EXPECT_FALSE(after(people::PersonDisabled{ann}, people::PersonEnabled{ann}));
    EXPECT_FALSE(after(people::PersonRemoved{ann, "ann"}));
}

TEST(PeopleTables, password_link_names_its_person_and_sets_a_password) {
    TablesWith tables;
    tables.fact(people::PersonAdded{ann, {"Ann"}, "ann", people::Role::user, {}});
    EXPECT_EQ(find_person(tables.ask(), ann)->has_password, false);
    tables.fact(people::PasswordLinkMade{ann, {"d1"}, clock("11:00")});
    const auto link = find_password_link(tables.ask(), {"d1"}).value();
    EXPECT_EQ(link.person, ann);
    EXPECT_EQ(link.expires, clock("11:00"));
    tables.fact(people::PasswordLinkUsed{ann, {"$own"}});
    EXPECT_EQ(find_person(tables.ask(), ann)->has_password, true);
    EXPECT_EQ(password_hash_of(tables.ask(), ann)->value, "$own");
}

TEST(PeopleTables, second_factor_lasts_until_it_or_its_person_is_removed) {
    TablesWith tables;
    tables.sample_site().fact(people::SecondFactorSet{ann, "seed", 7});
    EXPECT_EQ(second_factor_of(tables.ask(), ann), "seed");
    EXPECT_EQ(find_person(tables.ask(), ann)->second_factor, true);
    EXPECT_EQ(second_factor_of(tables.ask(), ben), std::nullopt);
    EXPECT_EQ(find_person(tables.ask(), ben)->second_factor, false);
    tables.fact(people::RecoveryUsed{ann, 3});
    tables.fact(people::PasswordChanged{ann, {"$newer"}});
    EXPECT_EQ(second_factor_of(tables.ask(), ann), "seed");
    tables.fact(people::SecondFactorRemoved{ann});
    EXPECT_EQ(second_factor_of(tables.ask(), ann), std::nullopt);
    tables.fact(people::SecondFactorSet{ben, "other", 7});
    tables.fact(people::PersonRemoved{ben, "ben"});
    EXPECT_EQ(second_factor_of(tables.ask(), ben), std::nullopt);
}

TEST(PeopleTables, session_is_found_until_it_ends) {
    TablesWith tables;
    tables.sample_site().fact(people::SessionStarted{session, root, {"d1"}, clock("11:00")});
    const auto found = find_credential(tables.ask(), {"d1"}).value();
    EXPECT_EQ(found.person, root);
    EXPECT_EQ(found.session, session);
    EXPECT_TRUE(found.valid_at(clock("10:59")));
    EXPECT_FALSE(found.valid_at(clock("11:00")));
    tables.fact(people::SessionEnded{session, root});
    EXPECT_FALSE(find_credential(tables.ask(), {"d1"}).has_value());
}

TEST(PeopleTables, session_scopes_follow_the_persons_role) {
    TablesWith tables;
    tables.sample_site().fact(people::SessionStarted{session, ann, {"d1"}, clock("11:00")});
    const auto scopes = [&] { return find_session(tables.ask(), session)->scopes; };
    EXPECT_EQ(scopes(), people::scopes_of(people::Role::user));
    tables.fact(people::PersonChanged{ann, {}, {}, people::Role::admin, {}, people::Role::user});
    EXPECT_EQ(role_of(tables.ask(), ann), people::Role::admin);
    EXPECT_EQ(scopes(), Scopes::all());
    tables.fact(people::PersonDisabled{ann});
    EXPECT_EQ(role_of(tables.ask(), ann), std::nullopt);
}

TEST(PeopleTables, changed_name_is_found_and_the_old_one_is_not) {
    TablesWith tables;
    tables.sample_site().fact(people::PersonChanged{ann, {{"Anna"}}, "anna", {}, "ann"});
    EXPECT_EQ(person_called(tables.ask(), "Anna"), ann);
    EXPECT_EQ(person_of_unix_name(tables.ask(), "anna"), ann);
    EXPECT_EQ(person_of_unix_name(tables.ask(), "Anna"), std::nullopt);
    EXPECT_EQ(person_of_unix_name(tables.ask(), "ann"), std::nullopt);
    EXPECT_EQ(person_called(tables.ask(), "ann"), std::nullopt);
    const auto items = list_people(tables.ask(), {.part = "ANN"}, {}).items;
    ASSERT_EQ(items.size(), 1U);
    EXPECT_EQ(items[0].name.value, "Anna");
}

TEST(PeopleTables, directory_account_is_found_in_each_spelling) {
    TablesWith tables;
    tables.sample_site().fact(people::PersonChanged{ann, {}, R"(CORP\ann)", {}, "ann"});
    EXPECT_EQ(person_of_unix_name(tables.ask(), R"(CORP\ann)"), ann);
    EXPECT_EQ(person_of_unix_name(tables.ask(), R"(corp\Ann)"), ann);
    tables.fact(people::PersonChanged{ann, {}, "ann@ad.example.org", {}, R"(CORP\ann)"});
    EXPECT_EQ(person_of_unix_name(tables.ask(), R"(CORP\ann)"), std::nullopt);
    EXPECT_EQ(person_of_unix_name(tables.ask(), "ANN@AD.example.org"), ann);
}

TEST(PeopleTables, removed_person_keeps_only_a_name) {
    TablesWith tables;
    tables.sample_site().fact(people::MailChanged{ann, {{"ann@example.org"}}});
    EXPECT_EQ(find_person(tables.ask(), ann)->mail->value, "ann@example.org");
    tables.fact(people::PersonRemoved{ann, "ann"});
    const auto gone = find_person(tables.ask(), ann);
    ASSERT_TRUE(gone.has_value());
    EXPECT_EQ(gone->state, views::PersonState::removed);
    EXPECT_EQ(gone->name.value, "ann");
    EXPECT_EQ(gone->mail, std::nullopt);
    EXPECT_EQ(password_hash_of(tables.ask(), ann)->value, "");
    EXPECT_EQ(person_of_unix_name(tables.ask(), "ann"), std::nullopt);
    for (const auto& person : list_people(tables.ask(), {}, {}).items) EXPECT_NE(person.id, ann);
}

TEST(PeopleTables, erased_person_is_shown_by_a_pseudonym) {
    TablesWith tables;
    tables.sample_site().fact(people::PersonRemoved{ann, "ann"});
    EXPECT_TRUE(erased_people(tables.ask()).empty());
    tables.fact(people::PersonErased{ann, {"0f"}});
    const auto erased = find_person(tables.ask(), ann);
    ASSERT_TRUE(erased.has_value());
    EXPECT_EQ(erased->state, views::PersonState::erased);
    EXPECT_EQ(erased->name.value, pseudonym_of(ann));
    EXPECT_EQ(erased->unix_name, pseudonym_of(ann));
    const auto all = erased_people(tables.ask());
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].person, ann);
    EXPECT_GT(all[0].position, 0);
    EXPECT_EQ(all[0].accounts, (std::vector<std::string>{"0f"}));
    EXPECT_EQ(find_erased(tables.ask(), ben).has_value(), false);
}

TEST(PeopleTables, token_is_listed_to_its_owner_until_revoked) {
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

TEST(PeopleTables, setup_is_open_until_there_is_an_admin) {
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
