// Tests the commands on the setup, people, passwords, sessions and tokens: the actors that may send
// them, the validation of their input, and the events they yield.
#include "tests/support/sample_site.hpp"

namespace dibs::test {
namespace {

using namespace std::chrono_literals;

const people::Digest person_digest{std::string(64, 'd')};
const PersonId first_person = nth<PersonId>(9);

people::CompleteSetup complete_setup(people::Digest token = person_digest) {
    return {std::move(token), first_person, nth<GrantId>(9), {"First"}, "first", {"$argon2id$x"}};
}
// A new site whose setup link is valid until 11:00.
Given site_in_setup() {
    return empty_house().done(people::OpenSetup{person_digest, clock("11:00")});
}
people::AddPerson add_person(std::string unix_name = "cleo") {
    return {nth<PersonId>(4), {"Cleo"}, std::move(unix_name), people::Role::user, {"$argon2id$x"}};
}
// The sample site with two sessions of Ann and one of Ben.
Given signed_in() {
    return given(sample_site(),
                 people::SessionStarted{nth<SessionId>(1), ann, person_digest, clock("12:00")},
                 people::SessionStarted{nth<SessionId>(2), ann, person_digest, clock("13:00")},
                 people::SessionStarted{nth<SessionId>(3), ben, person_digest, clock("12:00")});
}
people::IssueToken issue_token(Scopes scopes) {
    return {nth<TokenId>(1), "laptop", scopes, person_digest, {}};
}
people::TokenIssued token_issued(PersonId person, Scopes scopes) {
    return {nth<TokenId>(1), person, "laptop", scopes, person_digest, {}};
}

TEST(Setup, setup_makes_the_first_admin_and_a_grant_for_everyone) {
    EXPECT_EQ(site_in_setup().when(complete_setup()),
              events(
                  people::PersonAdded{
                      first_person, {"First"}, "first", people::Role::admin, {"$argon2id$x"}},
                  people::SetupCompleted{first_person}, given_everything(nth<GrantId>(9))));
}

TEST(Setup, setup_works_once) {
    const auto world = site_in_setup().done(complete_setup());
    EXPECT_EQ(world.when(complete_setup()), refused(Code::not_ready));
    EXPECT_EQ(world.when(people::OpenSetup{person_digest, clock("11:00")}),
              refused(Code::not_ready));
}

TEST(Setup, only_the_newest_setup_link_works) {
    EXPECT_EQ(empty_house().when(complete_setup()), refused(Code::not_allowed, "token"));
    EXPECT_EQ(site_in_setup().when(complete_setup(people::Digest{std::string(64, 'e')})),
              refused(Code::not_allowed, "token"));
    const auto reopened = site_in_setup().done(
        people::OpenSetup{people::Digest{std::string(64, 'e')}, clock("11:00")});
    EXPECT_EQ(reopened.when(complete_setup()), refused(Code::not_allowed, "token"));
}

TEST(Setup, setup_link_expires) {
    EXPECT_NE(site_in_setup().at(clock("11:00") - 1ms).when(complete_setup()),
              refused(Code::not_allowed, "token"));
    EXPECT_EQ(site_in_setup().at(clock("11:00")).when(complete_setup()),
              refused(Code::not_allowed, "token"));
}

TEST(Setup, only_dibs_opens_the_setup) {
    EXPECT_EQ(sample_site().when(people::OpenSetup{person_digest, clock("11:00")}, root),
              refused(Code::not_allowed));
}

TEST(Setup, setup_requires_a_valid_name) {
    auto command = complete_setup();
    command.unix_name = "Root";
    EXPECT_EQ(site_in_setup().when(command), refused(Code::out_of_range, "unix_name"));
}

TEST(People, admin_adds_people) {
    EXPECT_EQ(sample_site().when(add_person(), root),
              events(people::PersonAdded{
                  nth<PersonId>(4), {"Cleo"}, "cleo", people::Role::user, {"$argon2id$x"}}));
    EXPECT_EQ(sample_site().when(add_person(), ann), refused(Code::not_allowed));
    EXPECT_EQ(sample_site().when(add_person(), root, {Scope::read, Scope::book}),
              refused(Code::not_allowed));
}

TEST(People, unix_names_and_ids_are_unique) {
    EXPECT_EQ(sample_site().when(add_person("ben"), root),
              refused(Code::already_exists, "unix_name"));
    auto duplicate = add_person();
    duplicate.id = ben;
    EXPECT_EQ(sample_site().when(duplicate, root), refused(Code::already_exists, "id"));
}

TEST(People, unix_name_must_be_valid_on_a_host) {
    for (const auto* name : {"a", "_svc", "anna.k-2", "x1234567890123456789012345678901"}) {
        EXPECT_NE(sample_site().when(add_person(name), root),
                  refused(Code::out_of_range, "unix_name"))
            << name;
    }
    for (const auto* name : {"", "1st", "-rf", "Anna", "a b", "a;b", "a\nb", "\xC3\xA9va",
                             "x12345678901234567890123456789012"}) {
        EXPECT_EQ(sample_site().when(add_person(name), root),
                  refused(Code::out_of_range, "unix_name"))
            << name;
    }
}

TEST(People, spellings_of_a_directory_account_are_one_account) {
    const auto zoe = nth<PersonId>(90);
    const auto site = given(
        sample_site(), people::PersonAdded{zoe, {"Zoe"}, R"(CORP\zoe)", people::Role::user, {}});
    EXPECT_EQ(people::by_unix_name(site.world().people, R"(corp\Zoe)"), zoe);
    EXPECT_EQ(site.when(add_person(R"(corp\zoe)"), root),
              refused(Code::already_exists, "unix_name"));
    const auto renamed =
        given(site, people::PersonChanged{zoe, {}, "zoe@ad.example.org", {}, R"(CORP\zoe)"});
    EXPECT_EQ(people::by_unix_name(renamed.world().people, R"(CORP\zoe)"), std::nullopt);
    EXPECT_EQ(people::by_unix_name(renamed.world().people, "Zoe@AD.example.org"), zoe);
}

TEST(People, rejects_reserved_names) {
    for (const auto* name : {"root", "nobody", "dibs", "me", "everyone", R"(CORP\Root)",
                             "dibs@ad.example.org", "erased-1@x"}) {
        EXPECT_EQ(sample_site().when(add_person(name), root),
                  refused(Code::out_of_range, "unix_name"))
            << name;
        auto setup = complete_setup();
        setup.unix_name = name;
        EXPECT_EQ(site_in_setup().when(setup), refused(Code::out_of_range, "unix_name")) << name;
    }
}

TEST(People, display_name_is_normalized_and_may_repeat) {
    auto command = add_person();
    command.name.value = "  Zoe\u0308 Kowalska\n";
    EXPECT_EQ(sample_site().when(command, root),
              events(people::PersonAdded{
                  command.id, {"Zo\u00eb Kowalska"}, "cleo", people::Role::user, {"$argon2id$x"}}));
    command.name.value = "ann";
    EXPECT_NE(sample_site().when(command, root), refused(Code::already_exists, "name"));
    for (const auto& invalid :
         std::vector<std::string>{"", " ", std::string(65, 'n'), "a\u202eb", "a\u200bb", "a\tb"}) {
        command.name.value = invalid;
        EXPECT_EQ(sample_site().when(command, root), refused(Code::out_of_range, "name"))
            << invalid;
    }
}

TEST(Tokens, token_label_is_normalized) {
    auto command = issue_token({Scope::read});
    command.label.value = "  la\u0301ptop ";
    EXPECT_EQ(
        sample_site().when(command, ann),
        events(people::TokenIssued{
            command.id, ann, {"l\u00e1ptop"}, command.scopes, command.token, command.expires}));
    command.label.value = "a\u2066b";
    EXPECT_EQ(sample_site().when(command, ann), refused(Code::out_of_range, "label"));
}

TEST(Tokens, person_holds_at_most_50_unexpired_tokens) {
    auto world = sample_site();
    for (unsigned i = 1; i <= 50; ++i) {
        people::TokenIssued token{nth<TokenId>(i), ann, "laptop", {Scope::read}, person_digest, {}};
        if (i == 50) token.expires = clock("12:00");
        world.and_then(token);
    }
    auto command = issue_token({Scope::read});
    command.id = nth<TokenId>(51);
    EXPECT_EQ(world.at(clock("11:59")).when(command, ann), refused(Code::over_limit));
    EXPECT_EQ(world.at(clock("11:59")).when(command, ben),
              events(people::TokenIssued{command.id, ben, command.label, command.scopes,
                                         command.token, command.expires}));
    EXPECT_EQ(world.at(clock("12:00")).when(command, ann),
              events(people::TokenIssued{command.id, ann, command.label, command.scopes,
                                         command.token, command.expires}));
}

TEST(Passwords, new_password_ends_only_the_sessions_of_its_person) {
    EXPECT_EQ(signed_in().when(people::ChangePassword{ann, {"$argon2id$y"}}, ann),
              events(people::PasswordChanged{ann, {"$argon2id$y"}},
                     people::SessionEnded{nth<SessionId>(1), ann},
                     people::SessionEnded{nth<SessionId>(2), ann}));
}

TEST(Passwords, password_is_changed_only_by_its_person_or_an_admin) {
    EXPECT_EQ(sample_site().when(people::ChangePassword{ann, {"h"}}, root),
              events(people::PasswordChanged{ann, {"h"}}));
    EXPECT_EQ(sample_site().when(people::ChangePassword{ann, {"h"}}, ben),
              refused(Code::not_allowed));
    EXPECT_EQ(sample_site().when(people::ChangePassword{first_person, {"h"}}, root),
              refused(Code::unknown_person, "person_id"));
}

TEST(Passwords, read_token_sets_no_password) {
    EXPECT_EQ(sample_site().when(people::ChangePassword{ann, {"h"}}, ann, {Scope::read}),
              refused(Code::not_allowed));
    EXPECT_EQ(
        sample_site().when(people::ChangePassword{ann, {"h"}}, root, {Scope::read, Scope::book}),
        refused(Code::not_allowed));
}

TEST(Sessions, only_dibs_starts_sessions) {
    const people::SignIn command{nth<SessionId>(9), ann, person_digest, clock("12:00")};
    EXPECT_EQ(sample_site().when(command),
              events(people::SessionStarted{command.id, ann, person_digest, clock("12:00")}));
    EXPECT_EQ(sample_site().when(command, ann), refused(Code::not_allowed));
}

TEST(Sessions, session_keeps_the_printable_user_agent) {
    const auto sign_in = [](std::string user_agent) {
        const people::SignIn command{nth<SessionId>(9), ann, person_digest, clock("12:00"),
                                     std::move(user_agent)};
        return sample_site().when(command);
    };
    const auto started_with = [](std::optional<std::string> agent) {
        return events(
            people::SessionStarted{nth<SessionId>(9), ann, person_digest, clock("12:00"), agent});
    };
    EXPECT_EQ(sign_in("Mozilla/5.0 (X11)"), started_with("Mozilla/5.0 (X11)"));
    EXPECT_EQ(sign_in("a\x1b[31m\r\nb\xc3\xa9"), started_with("a[31mb"));
    EXPECT_EQ(sign_in("\x01\x02"), started_with(std::nullopt));
    EXPECT_EQ(sign_in(std::string(5000, 'x')), started_with(std::string(200, 'x')));
}

TEST(Sessions, session_needs_an_existing_person_and_a_future_end) {
    EXPECT_EQ(sample_site().when(
                  people::SignIn{nth<SessionId>(9), first_person, person_digest, clock("12:00")}),
              refused(Code::unknown_person, "person_id"));
    EXPECT_EQ(sample_site().when(people::SignIn{nth<SessionId>(9), ann, person_digest, ten}),
              refused(Code::in_the_past, "expires_at"));
}

TEST(Sessions, person_or_admin_signs_a_session_out_once) {
    const people::SignOut command{nth<SessionId>(1)};
    EXPECT_EQ(signed_in().when(command, ann), events(people::SessionEnded{command.id, ann}));
    EXPECT_EQ(signed_in().when(command, root), events(people::SessionEnded{command.id, ann}));
    EXPECT_EQ(signed_in().when(command, ben), refused(Code::not_allowed));
    EXPECT_EQ(signed_in().done(command, ann).when(command, ann), refused(Code::not_found, "id"));
}

TEST(Sessions, session_ends_at_its_expiry) {
    auto world = signed_in();
    EXPECT_EQ(world.at(clock("12:00") - 1ms).when(Tick{}), nothing());
    EXPECT_EQ(world.at(clock("12:00")).when(Tick{}),
              events(people::SessionEnded{nth<SessionId>(1), ann},
                     people::SessionEnded{nth<SessionId>(3), ben}));
    EXPECT_EQ(world.done(Tick{}).when(Tick{}), nothing());
}

TEST(Tokens, token_is_issued_to_the_signed_in_person) {
    const Scopes scopes{Scope::read, Scope::book};
    EXPECT_EQ(sample_site().when(issue_token(scopes), ann), events(token_issued(ann, scopes)));
    EXPECT_EQ(sample_site().when(issue_token(scopes)), refused(Code::not_signed_in));
    EXPECT_EQ(sample_site().when(issue_token(scopes), first_person), refused(Code::not_signed_in));
}

TEST(Tokens, token_has_at_most_the_scopes_of_its_issuer) {
    const auto refusal = refused(Code::not_allowed, "scopes");
    EXPECT_EQ(sample_site().when(issue_token(Scopes::all()), ann), refusal);
    EXPECT_EQ(sample_site().when(issue_token(Scopes::all()), root),
              events(token_issued(root, Scopes::all())));
    EXPECT_EQ(sample_site().when(issue_token({Scope::book}), ann, {Scope::read}), refusal);
    EXPECT_EQ(sample_site().when(issue_token({Scope::admin}), root, {Scope::read, Scope::book}),
              refusal);
}

TEST(Tokens, token_needs_a_label_a_scope_and_a_future_end) {
    auto command = issue_token({});
    EXPECT_EQ(sample_site().when(command, ann), refused(Code::out_of_range, "scopes"));
    command = issue_token({Scope::read});
    command.label.value = "";
    EXPECT_EQ(sample_site().when(command, ann), refused(Code::out_of_range, "label"));
    command.label.value = std::string(101, 'l');
    EXPECT_EQ(sample_site().when(command, ann), refused(Code::out_of_range, "label"));
    command = issue_token({Scope::read});
    command.expires = ten;
    EXPECT_EQ(sample_site().when(command, ann), refused(Code::in_the_past, "expires_at"));
}

TEST(Tokens, token_lifetime_is_limited_by_the_rules) {
    rules::Rules rules;
    rules.token_life_min = 60;
    auto world = sample_site().with(rules);
    auto command = issue_token({Scope::read});
    command.expires = clock("11:00");
    EXPECT_TRUE(world.decide(command, Context{ann, Scopes::all(), ten}));
    command.expires = clock("11:01");
    EXPECT_EQ(world.when(command, ann), refused(Code::out_of_range, "expires_at"));
    command.expires.reset();
    EXPECT_EQ(world.when(command, ann), refused(Code::out_of_range, "expires_at")) << "without an end";
}

TEST(Tokens, token_is_revoked_only_by_its_holder_or_an_admin) {
    const auto world = given(sample_site(), token_issued(ann, {Scope::read}));
    const people::RevokeToken command{nth<TokenId>(1)};
    EXPECT_EQ(world.when(command, ann), events(people::TokenRevoked{command.id, ann}));
    EXPECT_EQ(world.when(command, ann, {Scope::read}),
              events(people::TokenRevoked{command.id, ann}));
    EXPECT_EQ(world.when(command, root), events(people::TokenRevoked{command.id, ann}));
    EXPECT_EQ(world.when(command, ben), refused(Code::not_found, "id"));
    EXPECT_EQ(given(world, people::TokenRevoked{command.id, ann}).when(command, ann),
              refused(Code::not_found, "id"));
}

}  // namespace
}  // namespace dibs::test
