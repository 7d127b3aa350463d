// Messages for unknown words, and the help of a command.
#include "tests/cli/client/fake_server.hpp"

namespace dibs::cli {
namespace {

class Help : public CommandTest {
  protected:
    // The message for wrong usage, before any request.
    std::string refused(const std::vector<std::string>& arguments) {
        err.str("");
        EXPECT_EQ(run(arguments), 2);
        EXPECT_TRUE(server.asked.empty());
        return err.str();
    }
};

TEST_F(Help, mistyped_command_is_named_with_the_nearest) {
    EXPECT_EQ(refused({"resrve", "2x"}),
              "There is no command 'resrve'. Did you mean 'reserve'?\nSee 'dibs --help'.\n");
    EXPECT_EQ(refused({"reservation", "lst"}),
              "'dibs reservation' has no command 'lst'. Did you mean 'list'?\n"
              "See 'dibs reservation --help'.\n");
    EXPECT_EQ(refused({"frobnicate"}), "There is no command 'frobnicate'.\nSee 'dibs --help'.\n");
}

TEST_F(Help, mistyped_option_is_named_with_the_nearest) {
    EXPECT_EQ(refused({"reserve", "2x", "--four", "3h"}),
              "'dibs reserve' has no option '--four'. Did you mean '--for'?\n"
              "See 'dibs reserve --help'.\n");
    EXPECT_EQ(refused({"reserve", "--titel=x"}),
              "'dibs reserve' has no option '--titel'. Did you mean '--title'?\n"
              "See 'dibs reserve --help'.\n");
}

TEST_F(Help, extra_word_is_named) {
    EXPECT_EQ(refused({"free", "2xH100"}),
              "'dibs free' takes no '2xH100' there.\nSee 'dibs free --help'.\n");
}

TEST_F(Help, help_lists_commands_in_groups) {
    EXPECT_EQ(run({"help"}), 0);
    const auto text = out.str();
    for (const auto* heading : {"Book GPUs:", "People and what they may:", "This program:"}) {
        EXPECT_NE(text.find(heading), std::string::npos) << text;
    }
    EXPECT_EQ(text.find("Subcommands:"), std::string::npos) << text;
    EXPECT_EQ(text.find("__complete"), std::string::npos) << text;
}

TEST_F(Help, command_is_explained_by_its_name) {
    EXPECT_EQ(run({"help", "reservation", "list"}), 0) << err.str();
    EXPECT_NE(out.str().find("dibs reservation list"), std::string::npos) << out.str();
    EXPECT_EQ(run({"help", "resrve"}), 2);
    EXPECT_NE(err.str().find("Did you mean 'reserve'?"), std::string::npos) << err.str();
    EXPECT_TRUE(server.asked.empty());
}

}  // namespace
}  // namespace dibs::cli
