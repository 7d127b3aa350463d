// The manual page of dibsd names all subcommands and options of the program's help.
#include "ops/command_line.hpp"

#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

std::string manual() {
    std::ifstream in(DIBS_SOURCE_DIR "/ops/deploy/dibsd.8");
    std::string text(std::istreambuf_iterator<char>(in), {});
    return std::regex_replace(text, std::regex(R"(\\f[BRI]|\\(?=-))"), "");
}

std::string help_of(std::vector<std::string> words) {
    words.insert(words.begin(), "dibsd");
    words.emplace_back("--help");
    std::vector<char*> argv;
    for (auto& word : words) argv.push_back(word.data());
    ::testing::internal::CaptureStdout();
    const auto line = read_command_line(static_cast<int>(argv.size()), argv.data());
    auto text = ::testing::internal::GetCapturedStdout();
    EXPECT_EQ(std::get<int>(line), 0);
    return text;
}

// Adds its options, and those of all subcommands below it; `named` gets "log show".
void gather(const std::vector<std::string>& words, std::set<std::string>& named) {
    const auto help = help_of(words);
    std::string path;
    for (const auto& word : words) path += word + ' ';
    const std::regex option("--[a-z-]+");
    for (auto it = std::sregex_iterator(help.begin(), help.end(), option);
         it != std::sregex_iterator(); ++it) {
        named.insert(it->str());
    }
    std::istringstream lines(help.substr(std::min(help.find("Subcommands:"), help.size())));
    const std::regex subcommand("^  ([a-z-]+) .*");
    std::smatch found;
    for (std::string text; std::getline(lines, text);) {
        if (!std::regex_match(text, found, subcommand)) continue;
        auto below = words;
        below.push_back(found[1]);
        named.insert(path + found[1].str());
        gather(below, named);
    }
}

TEST(Manual, manual_names_every_subcommand_and_option_of_help) {
    std::set<std::string> named;
    gather({}, named);
    for (const auto* one : {"log show", "log cut", "verify", "rebuild", "--after", "--config"}) {
        EXPECT_TRUE(named.contains(one)) << one << " is not found in the help";
    }
    const auto text = manual();
    for (const auto& one : named) {
        EXPECT_TRUE(std::regex_search(text, std::regex("(^|[^a-z-])" + one + "(?![a-z-])")))
            << one << " is not in ops/deploy/dibsd.8";
    }
}

TEST(Manual, manual_lists_every_exit_code) {
    const auto text = manual();
    for (const auto* code : {".B 0\n", ".B 1\n", ".B 2\n", ".B 75\n"}) {
        EXPECT_NE(text.find(code), std::string::npos) << code;
    }
}

}  // namespace
}  // namespace dibs::test
