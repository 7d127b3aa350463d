// Steps and ignored processes: the valid rules of a site, and their meaning.
#include "domain/rules/enforcement.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

TEST(Steps, default_steps_are_valid_and_sorted) {
    EXPECT_EQ(checked_steps(enforcement::usual_steps()).value(), enforcement::usual_steps());
}

TEST(Steps, steps_are_sorted_without_duplicates) {
    EXPECT_EQ(
        enforcement::checked_steps({{60, enforcement::Action::stop},
                                    {0, enforcement::Action::message},
                                    {0, enforcement::Action::message}}),
        (enforcement::Steps{{0, enforcement::Action::message}, {60, enforcement::Action::stop}}));
}

TEST(Steps, stop_requires_a_notification_a_minute_before) {
    EXPECT_FALSE(enforcement::checked_steps({{600, enforcement::Action::stop}}));
    EXPECT_FALSE(enforcement::checked_steps(
        {{600, enforcement::Action::message}, {600, enforcement::Action::stop}}));
    EXPECT_FALSE(enforcement::checked_steps(
        {{541, enforcement::Action::mail_person}, {600, enforcement::Action::stop}}));
    EXPECT_FALSE(enforcement::checked_steps(
        {{0, enforcement::Action::mail_owner}, {600, enforcement::Action::stop}}));
    EXPECT_TRUE(enforcement::checked_steps(
        {{540, enforcement::Action::mail_person}, {600, enforcement::Action::stop}}));
}

TEST(Steps, steps_are_limited_in_number_and_to_a_week) {
    EXPECT_FALSE(enforcement::checked_steps({{-1, enforcement::Action::message}}));
    EXPECT_FALSE(enforcement::checked_steps(
        {{enforcement::longest_after_s + 1, enforcement::Action::message}}));
    EXPECT_TRUE(
        enforcement::checked_steps({{enforcement::longest_after_s, enforcement::Action::message}}));
    EXPECT_TRUE(checked_steps(
        enforcement::Steps(enforcement::most_steps, {0, enforcement::Action::message})));
    EXPECT_FALSE(checked_steps(
        enforcement::Steps(enforcement::most_steps + 1, {0, enforcement::Action::message})));
    EXPECT_TRUE(enforcement::checked_steps({}));
}

TEST(Ignored, pattern_names_an_account_and_a_program) {
    const enforcement::Ignored xorg{"root/Xorg"};
    EXPECT_TRUE(enforcement::is_ignored(xorg, "root", "/usr/lib/xorg/Xorg -core :0"));
    EXPECT_TRUE(enforcement::is_ignored(xorg, "root", "Xorg"));
    EXPECT_FALSE(enforcement::is_ignored(xorg, "root", "Xorg2"));
    EXPECT_FALSE(enforcement::is_ignored(xorg, "root", "python3 Xorg"));
    EXPECT_TRUE(enforcement::is_ignored({R"(CORP\svc/*)"}, R"(corp\svc)", "agent"));
    EXPECT_TRUE(enforcement::checked_ignored({R"(CORP\svc/*)", "svc@ad.example.org/agent"}));
    EXPECT_FALSE(enforcement::is_ignored(xorg, "ben", "Xorg"))
        << "any account may name a program of its own Xorg";
    EXPECT_FALSE(enforcement::is_ignored(xorg, "root", ""));
}

TEST(Ignored, star_matches_the_rest_of_the_name) {
    const enforcement::Ignored some{"gdm/*", "root/nvidia-*"};
    EXPECT_TRUE(enforcement::is_ignored(some, "gdm", "anything at all"));
    EXPECT_TRUE(enforcement::is_ignored(some, "root", "nvidia-persistenced --verbose"));
    EXPECT_FALSE(enforcement::is_ignored(some, "root", "nvidia"));
    EXPECT_FALSE(enforcement::is_ignored(some, "gdm2", "x"));
}

TEST(Ignored, meaningless_patterns_are_refused) {
    for (const std::string_view bad : {"Xorg", "*/Xorg", "/Xorg", "root/", "root/a*b", "root/a/b",
                                       "root/a b", "ro*t/x", "root/\x07", "a b/x"}) {
        EXPECT_FALSE(enforcement::checked_ignored({std::string(bad)})) << bad;
    }
    EXPECT_FALSE(enforcement::checked_ignored({std::string(300, 'a') + "/x"}));
    EXPECT_FALSE(enforcement::checked_ignored({"a/" + std::string(65, 'x')}));
    EXPECT_FALSE(
        enforcement::checked_ignored(enforcement::Ignored(enforcement::most_ignored + 1, "a/b")));
    EXPECT_EQ(enforcement::checked_ignored({"b/x", "a/*", "b/x"}),
              (enforcement::Ignored{"a/*", "b/x"}));
    EXPECT_EQ(enforcement::checked_ignored(enforcement::usually_ignored()),
              enforcement::usually_ignored());
}

}  // namespace
}  // namespace dibs::test
