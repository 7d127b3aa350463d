// A second factor: turned on by its person, off by them or an admin, asked of passwords alone, and
// no code of it opens twice.
#include "tests/support/sample_site.hpp"

namespace dibs::test {
namespace {

using namespace people;

const Digest secret{std::string(64, 'd')};
constexpr std::int64_t step = 59'000'000;

Given with_factor() {
    return given(sample_site(), SecondFactorSet{ann, "seed", step});
}
SignIn by_password(std::optional<SecondProof> second = {}, PersonId who = ann) {
    SignIn command{nth<SessionId>(1), who, secret, clock("22:00")};
    command.by_password = true;
    command.second = second;
    return command;
}
SignIn with_code(std::int64_t its_step) {
    return by_password(SecondProof{its_step, {}});
}
SignIn with_recovery(std::int64_t which) {
    return by_password(SecondProof{{}, which});
}
SessionStarted started(std::optional<std::int64_t> its_step = {}, PersonId who = ann) {
    return {nth<SessionId>(1), who, secret, clock("22:00"), {}, its_step};
}

TEST(SecondFactor, everybody_turns_on_their_own_once) {
    const SetSecondFactor set{ann, "seed", step};
    EXPECT_EQ(sample_site().when(set, ann), events(SecondFactorSet{ann, "seed", step}));
    EXPECT_EQ(sample_site().when(set, ben), refused(Code::not_allowed));
    EXPECT_EQ(sample_site().when(set, root), refused(Code::not_allowed));
    EXPECT_EQ(with_factor().when(set, ann), refused(Code::already_exists));
    EXPECT_EQ(sample_site().when(SetSecondFactor{ann, "", step}, ann),
              refused(Code::malformed, "seed"));
    EXPECT_EQ(sample_site().when(SetSecondFactor{nth<PersonId>(77), "seed", step}, ann),
              refused(Code::unknown_person, "person_id"));
}

TEST(SecondFactor, its_person_or_an_admin_turns_it_off) {
    EXPECT_EQ(with_factor().when(RemoveSecondFactor{ann}, ann), events(SecondFactorRemoved{ann}));
    EXPECT_EQ(with_factor().when(RemoveSecondFactor{ann}, root), events(SecondFactorRemoved{ann}));
    EXPECT_EQ(with_factor().when(RemoveSecondFactor{ann}, ben), refused(Code::not_allowed));
    EXPECT_EQ(sample_site().when(RemoveSecondFactor{ann}, ann), nothing());
    EXPECT_EQ(sample_site().when(RemoveSecondFactor{nth<PersonId>(77)}, root),
              refused(Code::unknown_person, "person_id"));
}

TEST(SecondFactor, a_password_alone_opens_nothing_any_more) {
    EXPECT_EQ(with_factor().when(by_password()), refused(Code::second_factor_needed, "code"));
    EXPECT_EQ(with_factor().when(by_password(SecondProof{})),
              refused(Code::second_factor_needed, "code"));
    EXPECT_EQ(with_factor().when(by_password({}, ben)), events(started({}, ben)));
    const auto off = given(with_factor(), SecondFactorRemoved{ann});
    EXPECT_EQ(off.when(by_password()), events(started()));
}

TEST(SecondFactor, who_proves_it_elsewhere_is_not_asked) {
    SignIn elsewhere = by_password();
    elsewhere.by_password = false;
    EXPECT_EQ(with_factor().when(elsewhere), events(started()));
}

TEST(SecondFactor, a_code_opens_once_and_none_before_it_does_later) {
    EXPECT_EQ(with_factor().when(with_code(step)), refused(Code::wrong_code, "code"));
    EXPECT_EQ(with_factor().when(with_code(step + 1)), events(started(step + 1)));
    const auto after = given(with_factor(), started(step + 1));
    EXPECT_EQ(after.when(with_code(step + 1)), refused(Code::wrong_code, "code"));
    EXPECT_EQ(after.when(with_code(step)), refused(Code::wrong_code, "code"));
    EXPECT_EQ(after.when(with_code(step + 2)), events(started(step + 2)));
    // Nor once that session has ended, nor because another began without a code.
    const auto ended = given(after, SessionEnded{nth<SessionId>(1), ann}, started());
    EXPECT_EQ(ended.when(with_code(step + 1)), refused(Code::wrong_code, "code"));
}

TEST(SecondFactor, a_recovery_code_opens_once_and_takes_no_other_along) {
    EXPECT_EQ(with_factor().when(with_recovery(3)), events(RecoveryUsed{ann, 3}, started()));
    const auto after = given(with_factor(), RecoveryUsed{ann, 3}, started());
    EXPECT_EQ(after.when(with_recovery(3)), refused(Code::wrong_code, "code"));
    EXPECT_EQ(after.when(with_recovery(4)), events(RecoveryUsed{ann, 4}, started()));
    EXPECT_EQ(after.when(with_code(step + 1)), events(started(step + 1)));
    const auto anew =
        given(after, SecondFactorRemoved{ann}, SecondFactorSet{ann, "other", step + 9});
    EXPECT_EQ(anew.when(with_recovery(3)), events(RecoveryUsed{ann, 3}, started()));
}

TEST(SecondFactor, a_new_password_leaves_it_and_removal_forgets_it) {
    const auto reset = given(with_factor(), PasswordChanged{ann, {"$argon2id$new"}});
    EXPECT_EQ(reset.when(by_password()), refused(Code::second_factor_needed, "code"));
    const auto back =
        given(with_factor(), PersonRemoved{ann, "ann"}, person(ann, "ann", Role::user));
    EXPECT_EQ(back.when(by_password()), events(started()));
}

}  // namespace
}  // namespace dibs::test
