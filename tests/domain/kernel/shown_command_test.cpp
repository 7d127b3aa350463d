// The part of a command line that each reader sees.
#include "domain/fleet/shown_command.hpp"

#include "tests/support/sample_site.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

constexpr auto line = "python train.py --lr 3";

TEST(ShownCommand, owner_and_admins_see_the_whole_command_line) {
    EXPECT_EQ(shown_command(line, ann, {.person = ann}), line);
    EXPECT_EQ(shown_command(line, ann, {.person = ben, .is_admin = true}), line);
    EXPECT_EQ(shown_command(line, {}, {.is_admin = true}), line);
}

TEST(ShownCommand, others_see_program_and_first_argument) {
    constexpr auto beginning = "python train.py \xE2\x80\xA6";
    EXPECT_EQ(shown_command(line, ann, {.person = ben}), beginning);
    EXPECT_EQ(shown_command(line, ann, {}), beginning);
    EXPECT_EQ(shown_command(line, {}, {}), beginning);
    EXPECT_EQ(shown_command("python  train.py", ann, {}), "python  train.py");
    EXPECT_EQ(shown_command("python train.py ", ann, {}), "python train.py ");
    EXPECT_EQ(shown_command("python", ann, {}), "python");
    EXPECT_EQ(shown_command("", ann, {}), "");
}

TEST(ShownCommand, secrets_from_older_versions_are_masked) {
    EXPECT_EQ(shown_command("x --token=abc y", ann, {.is_admin = true}), "x --token=*** y");
    EXPECT_EQ(shown_command("x --token abc y", ann, {}), "x --token \xE2\x80\xA6");
    EXPECT_EQ(shown_command("x sk-abc y", ann, {}), "x *** \xE2\x80\xA6");
}

}  // namespace
}  // namespace dibs::test
