// Sessions made from tokens, ending all sessions, and display preferences.
#include "tests/support/sample_site.hpp"

namespace dibs::test {
namespace {

const people::Digest secret{std::string(64, 'd')}, other_secret{std::string(64, 'e')};
const TokenId token = nth<TokenId>(1);
const SessionId lent_id = nth<SessionId>(5);

Given with_token(Scopes scopes = {Scope::read}) {
    return given(sample_site(),
                 people::TokenIssued{token, ann, "wall", scopes, secret, clock("20:00")});
}
people::SignInByToken by_token(Instant expires = clock("20:00")) {
    return {lent_id, token, other_secret, expires};
}
people::SessionCreatedFromToken lent(Instant expires = clock("20:00")) {
    return {lent_id, ann, token, {Scope::read}, other_secret, expires};
}
people::SessionStarted started(unsigned n, PersonId who) {
    return {nth<SessionId>(n), who, secret, clock("22:00")};
}

TEST(LentSession, token_session_has_the_scopes_and_the_latest_end_of_the_token) {
    EXPECT_EQ(with_token().when(by_token()), events(lent()));
    EXPECT_EQ(with_token().when(by_token(clock("23:00"))), events(lent()));
    EXPECT_EQ(with_token().when(by_token(clock("12:00"))), events(lent(clock("12:00"))));
}

TEST(LentSession, token_session_needs_a_valid_token) {
    EXPECT_EQ(sample_site().when(by_token()), refused(Code::not_signed_in, "token"));
    EXPECT_EQ(given(with_token(), people::TokenRevoked{token, ann}).when(by_token()),
              refused(Code::not_signed_in, "token"));
    EXPECT_EQ(with_token().at(clock("20:00")).when(by_token()),
              refused(Code::not_signed_in, "token"));
}

TEST(LentSession, only_dibs_makes_token_sessions) {
    EXPECT_EQ(with_token().when(by_token(), ann), refused(Code::not_allowed));
}

TEST(LentSession, revoked_token_ends_its_session) {
    const auto world = given(with_token(), lent(), started(1, ann));
    EXPECT_EQ(world.when(people::RevokeToken{token}, ann),
              events(people::TokenRevoked{token, ann}, people::SessionEnded{lent_id, ann}));
}

TEST(LentSession, token_session_ends_at_its_expiry) {
    EXPECT_EQ(given(with_token(), lent()).at(clock("20:00")).when(Tick{}),
              events(people::SessionEnded{lent_id, ann}));
}

TEST(SignOutEverywhere, sign_out_ends_all_sessions_of_the_person_only) {
    const auto world = given(with_token(), lent(), started(1, ann), started(2, ben));
    const auto ended =
        events(people::SessionEnded{nth<SessionId>(1), ann}, people::SessionEnded{lent_id, ann});
    EXPECT_EQ(world.when(people::SignOutEverywhere{ann}, ann), ended);
    EXPECT_EQ(world.when(people::SignOutEverywhere{ann}, root), ended);
    EXPECT_EQ(world.when(people::SignOutEverywhere{ann}, ben), refused(Code::not_allowed));
    EXPECT_EQ(world.when(people::SignOutEverywhere{ann}, ann, {Scope::read}),
              refused(Code::not_allowed));
    EXPECT_EQ(world.when(people::SignOutEverywhere{nth<PersonId>(99)}, root),
              refused(Code::unknown_person, "person_id"));
}

TEST(Preferences, each_preference_is_set_and_reset_separately) {
    auto world = sample_site();
    world.done(people::ChangePreferences{.person = ann, .theme = people::Theme::dark}, ann);
    EXPECT_EQ(world.when(people::ChangePreferences{.person = ann, .zone = "Europe/Warsaw"}, ann),
              events(people::PreferencesChanged{ann, {"Europe/Warsaw", people::Theme::dark, {}}}));
    const people::ChangePreferences back{.person = ann, .theme = std::optional<people::Theme>{}};
    EXPECT_EQ(world.when(back, ann), events(people::PreferencesChanged{ann, {}}));
    EXPECT_EQ(
        world.when(people::ChangePreferences{.person = ann, .theme = people::Theme::dark}, ann),
        nothing());
    EXPECT_EQ(world.when(people::ChangePreferences{.person = ann}, ann), nothing());
}

TEST(Preferences, people_change_only_their_own_preferences) {
    const people::ChangePreferences change{.person = ann, .language = people::Language::pl};
    EXPECT_EQ(sample_site().when(change, root), refused(Code::not_allowed));
    EXPECT_EQ(sample_site().when(change, ann, {Scope::read}), refused(Code::not_allowed));
    EXPECT_EQ(sample_site().when(change, ben, {Scope::book}), refused(Code::not_allowed));
    EXPECT_EQ(sample_site().when(change, ann, {Scope::book}),
              events(people::PreferencesChanged{ann, {{}, {}, people::Language::pl}}));
    EXPECT_EQ(sample_site().when(people::ChangePreferences{.person = nth<PersonId>(99)}, ann),
              refused(Code::unknown_person, "person_id"));
}

TEST(Preferences, zone_preference_must_be_a_valid_name) {
    for (const auto* zone : {"", "Europe/\nWarsaw", "a b"}) {
        EXPECT_EQ(sample_site().when(people::ChangePreferences{.person = ann, .zone = zone}, ann),
                  refused(Code::unknown_zone, "zone"));
    }
}

}  // namespace
}  // namespace dibs::test
