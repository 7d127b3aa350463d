// A second factor: its person turns it on, its person or an admin off. Only passwords require it,
// and each code works once.
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

TEST(SecondFactor, person_turns_on_their_own_second_factor_once) {
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

TEST(SecondFactor, second_factor_is_turned_off_by_its_person_or_an_admin) {
    EXPECT_EQ(with_factor().when(people::RemoveSecondFactor{ann}, ann),
              events(people::SecondFactorRemoved{ann}));
    EXPECT_EQ(with_factor().when(people::RemoveSecondFactor{ann}, root),
              events(people::SecondFactorRemoved{ann}));
    EXPECT_EQ(with_factor().when(people::RemoveSecondFactor{ann}, ben), refused(Code::not_allowed));
    EXPECT_EQ(sample_site().when(people::RemoveSecondFactor{ann}, ann), nothing());
    EXPECT_EQ(sample_site().when(people::RemoveSecondFactor{nth<PersonId>(77)}, root),
              refused(Code::unknown_person, "person_id"));
}

TEST(SecondFactor, password_alone_is_refused_with_a_second_factor) {
    EXPECT_EQ(with_factor().when(by_password()), refused(Code::second_factor_needed, "code"));
    EXPECT_EQ(with_factor().when(by_password(people::SecondProof{})),
              refused(Code::second_factor_needed, "code"));
    EXPECT_EQ(with_factor().when(by_password({}, ben)), events(started_with_code({}, ben)));
    const auto off = given(with_factor(), people::SecondFactorRemoved{ann});
    EXPECT_EQ(off.when(by_password()), events(started_with_code()));
}

TEST(SecondFactor, external_identity_needs_no_second_factor) {
    people::SignIn elsewhere = by_password();
    elsewhere.by_password = false;
    EXPECT_EQ(with_factor().when(elsewhere), events(started_with_code()));
}

TEST(SecondFactor, code_works_once_and_voids_earlier_codes) {
    EXPECT_EQ(with_factor().when(with_code(code_step)), refused(Code::wrong_code, "code"));
    EXPECT_EQ(with_factor().when(with_code(code_step + 1)),
              events(started_with_code(code_step + 1)));
    const auto after = given(with_factor(), started_with_code(code_step + 1));
    EXPECT_EQ(after.when(with_code(code_step + 1)), refused(Code::wrong_code, "code"));
    EXPECT_EQ(after.when(with_code(code_step)), refused(Code::wrong_code, "code"));
    EXPECT_EQ(after.when(with_code(code_step + 2)), events(started_with_code(code_step + 2)));
    // A used code stays invalid after that session ended, and after a session without a code.
    const auto ended =
        given(after, people::SessionEnded{nth<SessionId>(1), ann}, started_with_code());
    EXPECT_EQ(ended.when(with_code(code_step + 1)), refused(Code::wrong_code, "code"));
}

TEST(SecondFactor, recovery_code_works_once_and_voids_no_other) {
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

TEST(SecondFactor, new_password_keeps_the_second_factor_and_removal_deletes_it) {
    const auto reset = given(with_factor(), people::PasswordChanged{ann, {"$argon2id$new"}});
    EXPECT_EQ(reset.when(by_password()), refused(Code::second_factor_needed, "code"));
    const auto back = given(with_factor(), people::PersonRemoved{ann, "ann"},
                            person(ann, "ann", people::Role::user));
    EXPECT_EQ(back.when(by_password()), events(started_with_code()));
}

}  // namespace
}  // namespace dibs::test
