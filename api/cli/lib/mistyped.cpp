// A walk along what was typed, as far as it names commands.
#include "api/cli/lib/mistyped.hpp"

#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/near_words.hpp"
#include "api/cli/lib/table.hpp"

#include <algorithm>

#include <CLI/CLI.hpp>

namespace dibs::cli {
namespace {

struct CommandPath {
    const CLI::App* command;
    std::string name;  // "dibs reservation list"
};

const CLI::App* inner_command(const CLI::App& command, const std::string& word) {
    const auto found = command.get_subcommands(
        [&](const CLI::App* one) { return one->check_name(word) && !one->get_group().empty(); });
    return found.empty() ? nullptr : found.front();
}

// One step down, if the word names a command there.
void step(CommandPath& path, const std::string& word) {
    const auto* inner = inner_command(*path.command, word);
    if (inner != nullptr) path = {inner, path.name + ' ' + inner->get_name()};
}

std::vector<std::string> commands_of(const CLI::App& command) {
    std::vector<std::string> names;
    for (const auto* one : command.get_subcommands(
             [](const CLI::App* inner) { return !inner->get_group().empty(); })) {
        names.push_back(one->get_name());
        for (const auto& alias : one->get_aliases()) names.push_back(alias);
    }
    return names;
}

// Those of the commands above it stand behind it too.
std::vector<std::string> options_of(const CLI::App* command) {
    std::vector<std::string> names;
    for (; command != nullptr; command = command->get_parent()) {
        for (const auto* option : command->get_options(
                 [](const CLI::Option* one) { return !one->get_group().empty(); })) {
            for (const auto& name : option->get_lnames()) names.push_back("--" + name);
        }
    }
    return names;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& words) {
    const auto nearest = nearest_word(word, words);
    return nearest ? " Did you mean '" + *nearest + "'?" : "";
}

std::string no_command(const CommandPath& path, const std::string& word) {
    const bool first = path.command->get_parent() == nullptr;
    return (first ? "There is no command '" : "'" + path.name + "' has no command '") +
           printable(word) + "'." + did_you_mean(word, commands_of(*path.command));
}

std::string not_taken(const CommandPath& path, const std::string& argument) {
    if (argument.starts_with('-')) {
        const auto word = argument.substr(0, argument.find('='));
        return '\'' + path.name + "' has no option '" + printable(word) + "'." +
               did_you_mean(word, options_of(path.command));
    }
    if (!commands_of(*path.command).empty()) return no_command(path, argument);
    return '\'' + path.name + "' takes no '" + printable(argument) + "' there.";
}

std::string see_help(const CommandPath& path) {
    return "See '" + path.name + " --help'.";
}

}  // namespace

std::string mistyped(const CLI::App& root, const std::vector<std::string>& arguments) {
    const auto left = root.remaining(true);
    CommandPath path{&root, root.get_name()};
    for (const auto& argument : arguments) {
        if (std::find(left.begin(), left.end(), argument) != left.end()) {
            return not_taken(path, argument) + '\n' + see_help(path);
        }
        step(path, argument);
    }
    return {};
}

std::string help_of(const CLI::App& root, const std::vector<std::string>& command) {
    CommandPath path{&root, root.get_name()};
    for (const auto& word : command) {
        const auto* before = path.command;
        step(path, word);
        if (path.command == before) {
            throw Failure(Exit::usage, no_command(path, word), see_help(path));
        }
    }
    return path.command->get_formatter()->make_help(path.command, path.name,
                                                    CLI::AppFormatMode::Normal);
}

}  // namespace dibs::cli
