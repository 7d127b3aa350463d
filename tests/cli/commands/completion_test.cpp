// Completion candidates, shell scripts and the manual page, all generated from the commands.
#include "api/cli/grammar/candidates.hpp"
#include "api/cli/grammar/manual.hpp"
#include "tests/cli/client/fake_server.hpp"

namespace dibs::cli {
namespace {

CommandText all_of_it() {
    const Program program("Book GPUs.", "dibs");
    const auto app = program.command();
    std::string color;
    app.add_option("--color", color, "When").one_of({"auto", "always", "never"});
    Action action;
    add_all_commands(app, action);
    return command_tree(app);
}

std::vector<std::string> offered(const std::vector<std::string>& words) {
    const auto names = [](const std::string& kind) {
        return std::vector<CompletionCandidate>{{"some-" + kind, ""}};
    };
    std::vector<std::string> found;
    for (const auto& one : candidates(all_of_it(), words, names)) found.push_back(one.word);
    return found;
}

bool among(const std::string& word, const std::vector<std::string>& all) {
    return std::find(all.begin(), all.end(), word) != all.end();
}

TEST(Completion, commands_complete_by_prefix) {
    EXPECT_EQ(offered({"rese"}), (std::vector<std::string>{"reserve", "reservation"}));
    EXPECT_TRUE(among("cancel", offered({""})));
    EXPECT_EQ(offered({"host", "re"}), (std::vector<std::string>{"remove"}));
    EXPECT_EQ(offered({"res", "show", ""}), (std::vector<std::string>{"some-RESERVATION"}));
}

TEST(Completion, options_of_command_and_program_complete) {
    const auto all = offered({"reserve", "--"});
    EXPECT_TRUE(among("--for", all));
    EXPECT_TRUE(among("--color", all));
    EXPECT_FALSE(among("--json-fields", all));
}

TEST(Completion, values_complete_after_an_option_with_a_value) {
    EXPECT_EQ(offered({"--color", "a"}), (std::vector<std::string>{"auto", "always"}));
    EXPECT_EQ(offered({"free", "--host", ""}), (std::vector<std::string>{"some-HOST"}));
    EXPECT_EQ(offered({"free", "--host", "gpu01", "--col"}), (std::vector<std::string>{"--color"}));
}

TEST(Completion, people_groups_and_grants_complete_at_their_arguments) {
    EXPECT_EQ(offered({"user", "disable", ""}), (std::vector<std::string>{"some-PERSON"}));
    EXPECT_EQ(offered({"reserve", "--owner", ""}), (std::vector<std::string>{"some-PERSON"}));
    EXPECT_EQ(offered({"group", "join", ""}), (std::vector<std::string>{"some-GROUP"}));
    EXPECT_EQ(offered({"group", "join", "students", ""}),
              (std::vector<std::string>{"some-PERSON"}));
    EXPECT_EQ(offered({"grant", "show", ""}), (std::vector<std::string>{"some-GRANT"}));
    EXPECT_EQ(offered({"user", "add", "ann", "--role", "ob"}),
              (std::vector<std::string>{"observer"}));
}

TEST(Completion, given_argument_is_not_completed_again) {
    EXPECT_EQ(offered({"cancel", ""}), (std::vector<std::string>{"some-RESERVATION"}));
    EXPECT_EQ(offered({"cancel", "last", ""}), (std::vector<std::string>{}));
}

TEST(Completion, complete_command_is_hidden_from_help) {
    EXPECT_FALSE(among("__complete", offered({"_"})));
}

class CompletionCommand : public CommandTest {};

TEST_F(CompletionCommand, names_are_read_from_the_server) {
    server.answer(200, R"({"items":[{"name":"gpu03","address":"10.0.0.3"}]})");
    EXPECT_EQ(run({"__complete", "--", "host", "show", "gp"}), 0);
    EXPECT_EQ(out.str(), "gpu03\t10.0.0.3\n");
}

TEST_F(CompletionCommand, name_with_blanks_completes_as_its_id) {
    server.answer(200, R"({"items":[{"id":"grp_1","name":"students"},)"
                       R"({"id":"grp_2","name":"guests of B3"}]})");
    EXPECT_EQ(run({"__complete", "--", "group", "show", ""}), 0);
    EXPECT_EQ(out.str(), "students\tgrp_1\ngrp_2\tguests of B3\n");
}

TEST_F(CompletionCommand, unreachable_server_completes_nothing_silently) {
    for (int tries = 0; tries < 2; ++tries) server.answer(0, "Connection refused");
    EXPECT_EQ(run({"__complete", "--", "host", "show", "gp"}), 0);
    EXPECT_EQ(out.str() + err.str(), "");
}

TEST(Manual, manual_contains_every_command_and_option) {
    const auto page = manual_page(all_of_it(), "1.2-3");
    EXPECT_TRUE(page.starts_with(".TH DIBS 1"));
    for (const auto* text : {"dibs 1.2\\-3", "\\fBdibs reservation cancel\\fR \\fIid\\fR",
                             "\\fB\\-m\\fR, \\fB\\-\\-title\\fR", "\\fIauto|always|never\\fR"}) {
        EXPECT_NE(page.find(text), std::string::npos) << text;
    }
    for (std::size_t at = 0; at < page.size(); at = page.find('\n', at) + 1) {
        EXPECT_NE(page[at], '\'');
        EXPECT_TRUE(page[at] != '.' || std::isupper(page[at + 1])) << page.substr(at, 40);
    }
}

}  // namespace
}  // namespace dibs::cli
