// A second factor: turned on by its person, off by them or an admin, asked of passwords alone, and
// no code of it opens twice.
#include "tests/support/sample_site.hpp"

namespace dibs::test {
namespace {

const people::Digest session_secret{std::string(64, 'd')};
constexpr std::int64_t code_step = 59'000'000;

Given with_factor() {
    return given(sample_site(), people::SecondFactorSet{ann, "seed", code_step});
}
people::SignIn by_password(std::optional<people::SecondProof> second = {}, PersonId who = ann) {
    people::SignIn command{nth<SessionId>(1), who, session_secret, clock("22:00")};
    command.by_password = true;
    command.second = second;
    return command;
}
people::SignIn with_code(std::int64_t its_step) {
    return by_password(people::SecondProof{its_step, {}});
}
people::SignIn with_recovery(std::int64_t which) {
    return by_password(people::SecondProof{{}, which});
}
people::SessionStarted started_with_code(std::optional<std::int64_t> its_step = {},
                                         PersonId who = ann) {
    return {nth<SessionId>(1), who, session_secret, clock("22:00"), {}, its_step};
}

TEST(SecondFactor, everybody_turns_on_their_own_once) {
    const people::SetSecondFactor set{ann, "seed", code_step};
    EXPECT_EQ(sample_site().when(set, ann),
              events(people::SecondFactorSet{ann, "seed", code_step}));
    EXPECT_EQ(sample_site().when(set, ben), refused(Code::not_allowed));
    EXPECT_EQ(sample_site().when(set, root), refused(Code::not_allowed));
    EXPECT_EQ(with_factor().when(set, ann), refused(Code::already_exists));
    EXPECT_EQ(sample_site().when(people::SetSecondFactor{ann, "", code_step}, ann),
              refused(Code::malformed, "seed"));
    EXPECT_EQ(
        sample_site().when(people::SetSecondFactor{nth<PersonId>(77), "seed", code_step}, ann),
        refused(Code::unknown_person, "person_id"));
}

TEST(SecondFactor, its_person_or_an_admin_turns_it_off) {
    EXPECT_EQ(with_factor().when(people::RemoveSecondFactor{ann}, ann),
              events(people::SecondFactorRemoved{ann}));
    EXPECT_EQ(with_factor().when(people::RemoveSecondFactor{ann}, root),
              events(people::SecondFactorRemoved{ann}));
    EXPECT_EQ(with_factor().when(people::RemoveSecondFactor{ann}, ben), refused(Code::not_allowed));
    EXPECT_EQ(sample_site().when(people::RemoveSecondFactor{ann}, ann), nothing());
    EXPECT_EQ(sample_site().when(people::RemoveSecondFactor{nth<PersonId>(77)}, root),
              refused(Code::unknown_person, "person_id"));
}

TEST(SecondFactor, a_password_alone_opens_nothing_any_more) {
    EXPECT_EQ(with_factor().when(by_password()), refused(Code::second_factor_needed, "code"));
    EXPECT_EQ(with_factor().when(by_password(people::SecondProof{})),
              refused(Code::second_factor_needed, "code"));
    EXPECT_EQ(with_factor().when(by_password({}, ben)), events(started_with_code({}, ben)));
    const auto off = given(with_factor(), people::SecondFactorRemoved{ann});
    EXPECT_EQ(off.when(by_password()), events(started_with_code()));
}

TEST(SecondFactor, who_proves_it_elsewhere_is_not_asked) {
    people::SignIn elsewhere = by_password();
    elsewhere.by_password = false;
    EXPECT_EQ(with_factor().when(elsewhere), events(started_with_code()));
}

TEST(SecondFactor, a_code_opens_once_and_none_before_it_does_later) {
    EXPECT_EQ(with_factor().when(with_code(code_step)), refused(Code::wrong_code, "code"));
    EXPECT_EQ(with_factor().when(with_code(code_step + 1)),
              events(started_with_code(code_step + 1)));
    const auto after = given(with_factor(), started_with_code(code_step + 1));
    EXPECT_EQ(after.when(with_code(code_step + 1)), refused(Code::wrong_code, "code"));
    EXPECT_EQ(after.when(with_code(code_step)), refused(Code::wrong_code, "code"));
    EXPECT_EQ(after.when(with_code(code_step + 2)), events(started_with_code(code_step + 2)));
    // Nor once that session has ended, nor because another began without a code.
    const auto ended =
        given(after, people::SessionEnded{nth<SessionId>(1), ann}, started_with_code());
    EXPECT_EQ(ended.when(with_code(code_step + 1)), refused(Code::wrong_code, "code"));
}

TEST(SecondFactor, a_recovery_code_opens_once_and_takes_no_other_along) {
    EXPECT_EQ(with_factor().when(with_recovery(3)),
              events(people::RecoveryUsed{ann, 3}, started_with_code()));
    const auto after = given(with_factor(), people::RecoveryUsed{ann, 3}, started_with_code());
    EXPECT_EQ(after.when(with_recovery(3)), refused(Code::wrong_code, "code"));
    EXPECT_EQ(after.when(with_recovery(4)),
              events(people::RecoveryUsed{ann, 4}, started_with_code()));
    EXPECT_EQ(after.when(with_code(code_step + 1)), events(started_with_code(code_step + 1)));
    const auto anew = given(after, people::SecondFactorRemoved{ann},
                            people::SecondFactorSet{ann, "other", code_step + 9});
    EXPECT_EQ(anew.when(with_recovery(3)),
              events(people::RecoveryUsed{ann, 3}, started_with_code()));
}

TEST(SecondFactor, a_new_password_leaves_it_and_removal_forgets_it) {
    const auto reset = given(with_factor(), people::PasswordChanged{ann, {"$argon2id$new"}});
    EXPECT_EQ(reset.when(by_password()), refused(Code::second_factor_needed, "code"));
    const auto back = given(with_factor(), people::PersonRemoved{ann, "ann"},
                            person(ann, "ann", people::Role::user));
    EXPECT_EQ(back.when(by_password()), events(started_with_code()));
}

}  // namespace
}  // namespace dibs::test
