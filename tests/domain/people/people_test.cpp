// People, passwords, sessions and tokens: who makes them, and their rights.
#include "tests/support/sample_site.hpp"

namespace dibs::test {
namespace {

using namespace std::chrono_literals;

const people::Digest person_digest{std::string(64, 'd')};
const PersonId first_person = nth<PersonId>(9);

people::CompleteSetup complete(people::Digest token = person_digest) {
    return {std::move(token), first_person, nth<GrantId>(9), {"First"}, "first", {"$argon2id$x"}};
}
Given setup_opened() {
    return empty_house().done(people::OpenSetup{person_digest, clock("11:00")});
}
people::AddPerson add(std::string unix_name = "cleo") {
    return {nth<PersonId>(4), {"Cleo"}, std::move(unix_name), people::Role::user, {"$argon2id$x"}};
}
Given signed_in() {
    return given(sample_site(),
                 people::SessionStarted{nth<SessionId>(1), ann, person_digest, clock("12:00")},
                 people::SessionStarted{nth<SessionId>(2), ann, person_digest, clock("13:00")},
                 people::SessionStarted{nth<SessionId>(3), ben, person_digest, clock("12:00")});
}
people::IssueToken issue(Scopes scopes) {
    return {nth<TokenId>(1), "laptop", scopes, person_digest, {}};
}
people::TokenIssued issued(PersonId to, Scopes scopes) {
    return {nth<TokenId>(1), to, "laptop", scopes, person_digest, {}};
}

TEST(Setup, setup_makes_the_first_admin_and_a_grant_for_everyone) {
    EXPECT_EQ(setup_opened().when(complete()),
              events(
                  people::PersonAdded{
                      first_person, {"First"}, "first", people::Role::admin, {"$argon2id$x"}},
                  people::SetupCompleted{first_person}, given_everything(nth<GrantId>(9))));
}

TEST(Setup, setup_works_once) {
    const auto world = setup_opened().done(complete());
    EXPECT_EQ(world.when(complete()), refused(Code::not_ready));
    EXPECT_EQ(world.when(people::OpenSetup{person_digest, clock("11:00")}),
              refused(Code::not_ready));
}

TEST(Setup, setup_needs_the_link_of_the_last_start) {
    EXPECT_EQ(empty_house().when(complete()), refused(Code::not_allowed, "token"));
    EXPECT_EQ(setup_opened().when(complete(people::Digest{std::string(64, 'e')})),
              refused(Code::not_allowed, "token"));
    const auto again = setup_opened().done(
        people::OpenSetup{people::Digest{std::string(64, 'e')}, clock("11:00")});
    EXPECT_EQ(again.when(complete()), refused(Code::not_allowed, "token"));
}

TEST(Setup, setup_link_expires) {
    EXPECT_NE(setup_opened().at(clock("11:00") - 1ms).when(complete()),
              refused(Code::not_allowed, "token"));
    EXPECT_EQ(setup_opened().at(clock("11:00")).when(complete()),
              refused(Code::not_allowed, "token"));
}

TEST(Setup, only_dibs_opens_the_setup) {
    EXPECT_EQ(sample_site().when(people::OpenSetup{person_digest, clock("11:00")}, root),
              refused(Code::not_allowed));
}

TEST(Setup, setup_requires_a_valid_name) {
    auto nameless = complete();
    nameless.unix_name = "Root";
    EXPECT_EQ(setup_opened().when(nameless), refused(Code::out_of_range, "unix_name"));
}

TEST(People, admin_adds_people) {
    EXPECT_EQ(sample_site().when(add(), root),
              events(people::PersonAdded{
                  nth<PersonId>(4), {"Cleo"}, "cleo", people::Role::user, {"$argon2id$x"}}));
    EXPECT_EQ(sample_site().when(add(), ann), refused(Code::not_allowed));
    EXPECT_EQ(sample_site().when(add(), root, {Scope::read, Scope::book}),
              refused(Code::not_allowed));
}

TEST(People, unix_names_and_ids_are_unique) {
    EXPECT_EQ(sample_site().when(add("ben"), root), refused(Code::already_exists, "unix_name"));
    auto twice = add();
    twice.id = ben;
    EXPECT_EQ(sample_site().when(twice, root), refused(Code::already_exists, "id"));
}

TEST(People, unix_name_must_be_valid_on_a_host) {
    for (const auto* name : {"a", "_svc", "anna.k-2", "x1234567890123456789012345678901"}) {
        EXPECT_NE(sample_site().when(add(name), root), refused(Code::out_of_range, "unix_name"))
            << name;
    }
    for (const auto* name : {"", "1st", "-rf", "Anna", "a b", "a;b", "a\nb", "\xC3\xA9va",
                             "x12345678901234567890123456789012"}) {
        EXPECT_EQ(sample_site().when(add(name), root), refused(Code::out_of_range, "unix_name"))
            << name;
    }
}

TEST(People, spellings_of_a_directory_account_are_one_account) {
    const auto zoe = nth<PersonId>(90);
    const auto site = given(
        sample_site(), people::PersonAdded{zoe, {"Zoe"}, R"(CORP\zoe)", people::Role::user, {}});
    EXPECT_EQ(people::by_unix_name(site.world().people, R"(corp\Zoe)"), zoe);
    EXPECT_EQ(site.when(add(R"(corp\zoe)"), root), refused(Code::already_exists, "unix_name"));
    const auto renamed =
        given(site, people::PersonChanged{zoe, {}, "zoe@ad.example.org", {}, R"(CORP\zoe)"});
    EXPECT_EQ(people::by_unix_name(renamed.world().people, R"(CORP\zoe)"), std::nullopt);
    EXPECT_EQ(people::by_unix_name(renamed.world().people, "Zoe@AD.example.org"), zoe);
}

TEST(People, rejects_names_with_another_meaning) {
    for (const auto* name : {"root", "nobody", "dibs", "me", "everyone", R"(CORP\Root)",
                             "dibs@ad.example.org", "erased-1@x"}) {
        EXPECT_EQ(sample_site().when(add(name), root), refused(Code::out_of_range, "unix_name"))
            << name;
        auto setup = complete();
        setup.unix_name = name;
        EXPECT_EQ(setup_opened().when(setup), refused(Code::out_of_range, "unix_name")) << name;
    }
}

TEST(People, display_name_is_free_in_normal_form) {
    auto c = add();
    c.name.value = "  Zoe\u0308 Kowalska\n";
    EXPECT_EQ(sample_site().when(c, root),
              events(people::PersonAdded{
                  c.id, {"Zo\u00eb Kowalska"}, "cleo", people::Role::user, {"$argon2id$x"}}));
    c.name.value = "ann";
    EXPECT_NE(sample_site().when(c, root), refused(Code::already_exists, "name"));
    for (const auto& wrong :
         std::vector<std::string>{"", " ", std::string(65, 'n'), "a\u202eb", "a\u200bb", "a\tb"}) {
        c.name.value = wrong;
        EXPECT_EQ(sample_site().when(c, root), refused(Code::out_of_range, "name")) << wrong;
    }
}

TEST(Tokens, token_label_is_in_normal_form) {
    auto c = issue({Scope::read});
    c.label.value = "  la\u0301ptop ";
    EXPECT_EQ(
        sample_site().when(c, ann),
        events(people::TokenIssued{c.id, ann, {"l\u00e1ptop"}, c.scopes, c.token, c.expires}));
    c.label.value = "a\u2066b";
    EXPECT_EQ(sample_site().when(c, ann), refused(Code::out_of_range, "label"));
}

TEST(Tokens, person_holds_at_most_50_unexpired_tokens) {
    auto world = sample_site();
    for (unsigned i = 1; i <= 50; ++i) {
        people::TokenIssued one{nth<TokenId>(i), ann, "laptop", {Scope::read}, person_digest, {}};
        if (i == 50) one.expires = clock("12:00");
        world.and_then(one);
    }
    auto c = issue({Scope::read});
    c.id = nth<TokenId>(51);
    EXPECT_EQ(world.at(clock("11:59")).when(c, ann), refused(Code::over_limit));
    EXPECT_EQ(world.at(clock("11:59")).when(c, ben),
              events(people::TokenIssued{c.id, ben, c.label, c.scopes, c.token, c.expires}));
    EXPECT_EQ(world.at(clock("12:00")).when(c, ann),
              events(people::TokenIssued{c.id, ann, c.label, c.scopes, c.token, c.expires}));
}

TEST(Passwords, new_password_ends_only_the_sessions_of_its_person) {
    EXPECT_EQ(signed_in().when(people::ChangePassword{ann, {"$argon2id$y"}}, ann),
              events(people::PasswordChanged{ann, {"$argon2id$y"}},
                     people::SessionEnded{nth<SessionId>(1), ann},
                     people::SessionEnded{nth<SessionId>(2), ann}));
}

TEST(Passwords, password_is_changed_by_its_person_or_an_admin) {
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
    const people::SignIn c{nth<SessionId>(9), ann, person_digest, clock("12:00")};
    EXPECT_EQ(sample_site().when(c),
              events(people::SessionStarted{c.id, ann, person_digest, clock("12:00")}));
    EXPECT_EQ(sample_site().when(c, ann), refused(Code::not_allowed));
}

TEST(Sessions, session_keeps_the_printable_user_agent) {
    const auto started = [](std::string written) {
        const people::SignIn c{nth<SessionId>(9), ann, person_digest, clock("12:00"),
                               std::move(written)};
        return sample_site().when(c);
    };
    const auto with = [](std::optional<std::string> agent) {
        return events(
            people::SessionStarted{nth<SessionId>(9), ann, person_digest, clock("12:00"), agent});
    };
    EXPECT_EQ(started("Mozilla/5.0 (X11)"), with("Mozilla/5.0 (X11)"));
    EXPECT_EQ(started("a\x1b[31m\r\nb\xc3\xa9"), with("a[31mb"));
    EXPECT_EQ(started("\x01\x02"), with(std::nullopt));
    EXPECT_EQ(started(std::string(5000, 'x')), with(std::string(200, 'x')));
}

TEST(Sessions, session_needs_an_existing_person_and_a_future_end) {
    EXPECT_EQ(sample_site().when(
                  people::SignIn{nth<SessionId>(9), first_person, person_digest, clock("12:00")}),
              refused(Code::unknown_person, "person_id"));
    EXPECT_EQ(sample_site().when(people::SignIn{nth<SessionId>(9), ann, person_digest, ten}),
              refused(Code::in_the_past, "expires_at"));
}

TEST(Sessions, session_ends_by_signing_out) {
    const people::SignOut c{nth<SessionId>(1)};
    EXPECT_EQ(signed_in().when(c, ann), events(people::SessionEnded{c.id, ann}));
    EXPECT_EQ(signed_in().when(c, root), events(people::SessionEnded{c.id, ann}));
    EXPECT_EQ(signed_in().when(c, ben), refused(Code::not_allowed));
    EXPECT_EQ(signed_in().done(c, ann).when(c, ann), refused(Code::not_found, "id"));
}

TEST(Sessions, session_ends_at_its_expiry) {
    auto world = signed_in();
    EXPECT_EQ(world.at(clock("12:00") - 1ms).when(Tick{}), nothing());
    EXPECT_EQ(world.at(clock("12:00")).when(Tick{}),
              events(people::SessionEnded{nth<SessionId>(1), ann},
                     people::SessionEnded{nth<SessionId>(3), ben}));
    EXPECT_EQ(world.done(Tick{}).when(Tick{}), nothing());
}

TEST(Tokens, token_belongs_to_its_maker) {
    const Scopes some{Scope::read, Scope::book};
    EXPECT_EQ(sample_site().when(issue(some), ann), events(issued(ann, some)));
    EXPECT_EQ(sample_site().when(issue(some)), refused(Code::not_signed_in));
    EXPECT_EQ(sample_site().when(issue(some), first_person), refused(Code::not_signed_in));
}

TEST(Tokens, token_has_at_most_the_scopes_of_its_maker) {
    const auto no = refused(Code::not_allowed, "scopes");
    EXPECT_EQ(sample_site().when(issue(Scopes::all()), ann), no);
    EXPECT_EQ(sample_site().when(issue(Scopes::all()), root), events(issued(root, Scopes::all())));
    EXPECT_EQ(sample_site().when(issue({Scope::book}), ann, {Scope::read}), no);
    EXPECT_EQ(sample_site().when(issue({Scope::admin}), root, {Scope::read, Scope::book}), no);
}

TEST(Tokens, token_needs_a_label_a_scope_and_a_future_end) {
    auto c = issue({});
    EXPECT_EQ(sample_site().when(c, ann), refused(Code::out_of_range, "scopes"));
    c = issue({Scope::read});
    c.label.value = "";
    EXPECT_EQ(sample_site().when(c, ann), refused(Code::out_of_range, "label"));
    c.label.value = std::string(101, 'l');
    EXPECT_EQ(sample_site().when(c, ann), refused(Code::out_of_range, "label"));
    c = issue({Scope::read});
    c.expires = ten;
    EXPECT_EQ(sample_site().when(c, ann), refused(Code::in_the_past, "expires_at"));
}

TEST(Tokens, token_lifetime_is_limited_by_the_rules) {
    rules::Rules rules;
    rules.token_life_min = 60;
    auto world = sample_site().with(rules);
    auto c = issue({Scope::read});
    c.expires = clock("11:00");
    EXPECT_TRUE(world.decide(c, Context{ann, Scopes::all(), ten}));
    c.expires = clock("11:01");
    EXPECT_EQ(world.when(c, ann), refused(Code::out_of_range, "expires_at"));
    c.expires.reset();
    EXPECT_EQ(world.when(c, ann), refused(Code::out_of_range, "expires_at")) << "for ever";
}

TEST(Tokens, token_is_revoked_by_its_holder_or_an_admin) {
    const auto world = given(sample_site(), issued(ann, {Scope::read}));
    const people::RevokeToken c{nth<TokenId>(1)};
    EXPECT_EQ(world.when(c, ann), events(people::TokenRevoked{c.id, ann}));
    EXPECT_EQ(world.when(c, ann, {Scope::read}), events(people::TokenRevoked{c.id, ann}));
    EXPECT_EQ(world.when(c, root), events(people::TokenRevoked{c.id, ann}));
    EXPECT_EQ(world.when(c, ben), refused(Code::not_found, "id"));
    EXPECT_EQ(given(world, people::TokenRevoked{c.id, ann}).when(c, ann),
              refused(Code::not_found, "id"));
}

}  // namespace
}  // namespace dibs::test
