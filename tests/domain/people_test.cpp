// Who is let in, by whom, and with which rights.
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

TEST(Setup, makes_the_first_admin_and_lets_everyone_use_everything) {
    EXPECT_EQ(setup_opened().when(complete()),
              events(
                  people::PersonAdded{
                      first_person, {"First"}, "first", people::Role::admin, {"$argon2id$x"}},
                  people::SetupCompleted{first_person}, given_everything(nth<GrantId>(9))));
}

TEST(Setup, works_once) {
    const auto world = setup_opened().done(complete());
    EXPECT_EQ(world.when(complete()), refused(Code::not_ready));
    EXPECT_EQ(world.when(people::OpenSetup{person_digest, clock("11:00")}),
              refused(Code::not_ready));
}

TEST(Setup, needs_the_link_of_the_last_start) {
    EXPECT_EQ(empty_house().when(complete()), refused(Code::not_allowed, "token"));
    EXPECT_EQ(setup_opened().when(complete(people::Digest{std::string(64, 'e')})),
              refused(Code::not_allowed, "token"));
    const auto again = setup_opened().done(
        people::OpenSetup{people::Digest{std::string(64, 'e')}, clock("11:00")});
    EXPECT_EQ(again.when(complete()), refused(Code::not_allowed, "token"));
}

TEST(Setup, the_link_expires) {
    EXPECT_NE(setup_opened().at(clock("11:00") - 1ms).when(complete()),
              refused(Code::not_allowed, "token"));
    EXPECT_EQ(setup_opened().at(clock("11:00")).when(complete()),
              refused(Code::not_allowed, "token"));
}

TEST(Setup, only_dibs_opens_it) {
    EXPECT_EQ(sample_site().when(people::OpenSetup{person_digest, clock("11:00")}, root),
              refused(Code::not_allowed));
}

TEST(Setup, asks_for_a_proper_name) {
    auto nameless = complete();
    nameless.unix_name = "Root";
    EXPECT_EQ(setup_opened().when(nameless), refused(Code::out_of_range, "unix_name"));
}

TEST(People, an_admin_adds_them) {
    EXPECT_EQ(sample_site().when(add(), root),
              events(people::PersonAdded{
                  nth<PersonId>(4), {"Cleo"}, "cleo", people::Role::user, {"$argon2id$x"}}));
    EXPECT_EQ(sample_site().when(add(), ann), refused(Code::not_allowed));
    EXPECT_EQ(sample_site().when(add(), root, {Scope::read, Scope::book}),
              refused(Code::not_allowed));
}

TEST(People, unix_names_and_ids_are_used_once) {
    EXPECT_EQ(sample_site().when(add("ben"), root), refused(Code::already_exists, "unix_name"));
    auto twice = add();
    twice.id = ben;
    EXPECT_EQ(sample_site().when(twice, root), refused(Code::already_exists, "id"));
}

TEST(People, unix_names_are_those_a_host_accepts) {
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

TEST(People, an_account_of_a_directory_is_one_in_each_spelling) {
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

TEST(People, nobody_is_called_what_means_somebody_else) {
    for (const auto* name : {"root", "nobody", "dibs", "me", "everyone", R"(CORP\Root)",
                             "dibs@ad.example.org", "erased-1@x"}) {
        EXPECT_EQ(sample_site().when(add(name), root), refused(Code::out_of_range, "unix_name"))
            << name;
        auto setup = complete();
        setup.unix_name = name;
        EXPECT_EQ(setup_opened().when(setup), refused(Code::out_of_range, "unix_name")) << name;
    }
}

TEST(People, are_called_what_they_like_in_one_form) {
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

TEST(Tokens, have_a_label_in_one_form) {
    auto c = issue({Scope::read});
    c.label.value = "  la\u0301ptop ";
    EXPECT_EQ(
        sample_site().when(c, ann),
        events(people::TokenIssued{c.id, ann, {"l\u00e1ptop"}, c.scopes, c.token, c.expires}));
    c.label.value = "a\u2066b";
    EXPECT_EQ(sample_site().when(c, ann), refused(Code::out_of_range, "label"));
}

TEST(Tokens, a_person_holds_fifty_and_what_has_expired_does_not_count) {
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

TEST(Passwords, a_new_one_ends_that_persons_sessions_and_no_others) {
    EXPECT_EQ(signed_in().when(people::ChangePassword{ann, {"$argon2id$y"}}, ann),
              events(people::PasswordChanged{ann, {"$argon2id$y"}},
                     people::SessionEnded{nth<SessionId>(1), ann},
                     people::SessionEnded{nth<SessionId>(2), ann}));
}

TEST(Passwords, ones_own_or_by_an_admin) {
    EXPECT_EQ(sample_site().when(people::ChangePassword{ann, {"h"}}, root),
              events(people::PasswordChanged{ann, {"h"}}));
    EXPECT_EQ(sample_site().when(people::ChangePassword{ann, {"h"}}, ben),
              refused(Code::not_allowed));
    EXPECT_EQ(sample_site().when(people::ChangePassword{first_person, {"h"}}, root),
              refused(Code::unknown_person, "person_id"));
}

TEST(Passwords, a_token_that_may_only_read_sets_none) {
    EXPECT_EQ(sample_site().when(people::ChangePassword{ann, {"h"}}, ann, {Scope::read}),
              refused(Code::not_allowed));
    EXPECT_EQ(
        sample_site().when(people::ChangePassword{ann, {"h"}}, root, {Scope::read, Scope::book}),
        refused(Code::not_allowed));
}

TEST(Sessions, only_dibs_starts_them_after_it_checked_the_password) {
    const people::SignIn c{nth<SessionId>(9), ann, person_digest, clock("12:00")};
    EXPECT_EQ(sample_site().when(c),
              events(people::SessionStarted{c.id, ann, person_digest, clock("12:00")}));
    EXPECT_EQ(sample_site().when(c, ann), refused(Code::not_allowed));
}

TEST(Sessions, know_what_the_browser_called_itself_as_far_as_it_can_be_printed) {
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

TEST(Sessions, for_people_who_exist_and_for_some_time) {
    EXPECT_EQ(sample_site().when(
                  people::SignIn{nth<SessionId>(9), first_person, person_digest, clock("12:00")}),
              refused(Code::unknown_person, "person_id"));
    EXPECT_EQ(sample_site().when(people::SignIn{nth<SessionId>(9), ann, person_digest, ten}),
              refused(Code::in_the_past, "expires_at"));
}

TEST(Sessions, end_by_signing_out) {
    const people::SignOut c{nth<SessionId>(1)};
    EXPECT_EQ(signed_in().when(c, ann), events(people::SessionEnded{c.id, ann}));
    EXPECT_EQ(signed_in().when(c, root), events(people::SessionEnded{c.id, ann}));
    EXPECT_EQ(signed_in().when(c, ben), refused(Code::not_allowed));
    EXPECT_EQ(signed_in().done(c, ann).when(c, ann), refused(Code::not_found, "id"));
}

TEST(Sessions, end_when_their_time_is_over) {
    auto world = signed_in();
    EXPECT_EQ(world.at(clock("12:00") - 1ms).when(Tick{}), nothing());
    EXPECT_EQ(world.at(clock("12:00")).when(Tick{}),
              events(people::SessionEnded{nth<SessionId>(1), ann},
                     people::SessionEnded{nth<SessionId>(3), ben}));
    EXPECT_EQ(world.done(Tick{}).when(Tick{}), nothing());
}

TEST(Tokens, belong_to_who_made_them) {
    const Scopes some{Scope::read, Scope::book};
    EXPECT_EQ(sample_site().when(issue(some), ann), events(issued(ann, some)));
    EXPECT_EQ(sample_site().when(issue(some)), refused(Code::not_signed_in));
    EXPECT_EQ(sample_site().when(issue(some), first_person), refused(Code::not_signed_in));
}

TEST(Tokens, hold_no_more_than_their_maker_may) {
    const auto no = refused(Code::not_allowed, "scopes");
    EXPECT_EQ(sample_site().when(issue(Scopes::all()), ann), no);
    EXPECT_EQ(sample_site().when(issue(Scopes::all()), root), events(issued(root, Scopes::all())));
    EXPECT_EQ(sample_site().when(issue({Scope::book}), ann, {Scope::read}), no);
    EXPECT_EQ(sample_site().when(issue({Scope::admin}), root, {Scope::read, Scope::book}), no);
}

TEST(Tokens, need_a_label_a_scope_and_an_end_in_the_future) {
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

TEST(Tokens, live_no_longer_than_the_rules_say) {
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

TEST(Tokens, are_revoked_by_their_holder_or_an_admin) {
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
