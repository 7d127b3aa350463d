// Follows the typed words as far as they name commands.
#include "api/cli/grammar/mistyped.hpp"

#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/near_words.hpp"
#include "api/cli/lib/table.hpp"

#include <algorithm>

namespace dibs::cli {
namespace {

bool contains(const std::vector<std::string>& words, const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

// From `dibs` down to the command that was typed.
class CommandPath {
  public:
    explicit CommandPath(const CommandText& root) : commands_{&root} {}

    // False if the word names no command here.
    bool enter(const std::string& word) {
        const auto& inner = last().commands;
        const auto found = std::find_if(inner.begin(), inner.end(), [&](const CommandText& one) {
            return one.name == word || contains(one.aliases, word);
        });
        if (found == inner.end()) return false;
        commands_.push_back(&*found);
        return true;
    }

    [[nodiscard]] std::vector<std::string> names() const {
        std::vector<std::string> result;
        for (const auto* command : commands_) result.push_back(command->name);
        return result;
    }

    [[nodiscard]] std::string no_command(const std::string& word) const {
        const bool first = commands_.size() == 1;
        return (first ? "There is no command '" : '\'' + text() + "' has no command '") +
               printable(word) + "'." + did_you_mean(word, commands_here());
    }

    [[nodiscard]] std::string not_taken(const std::string& argument) const {
        if (argument.starts_with('-')) {
            const auto word = argument.substr(0, argument.find('='));
            return '\'' + text() + "' has no option '" + printable(word) + "'." +
                   did_you_mean(word, options_here());
        }
        if (!last().commands.empty()) return no_command(argument);
        return '\'' + text() + "' takes no '" + printable(argument) + "' there.";
    }

    [[nodiscard]] std::string see_help() const { return "See '" + text() + " --help'."; }

  private:
    [[nodiscard]] const CommandText& last() const { return *commands_.back(); }

    [[nodiscard]] std::string text() const {  // "dibs reservation list"
        std::string result;
        for (const auto& name : names()) result += (result.empty() ? "" : " ") + name;
        return result;
    }

    [[nodiscard]] std::vector<std::string> commands_here() const {
        std::vector<std::string> result;
        for (const auto& inner : last().commands) {
            result.push_back(inner.name);
            result.insert(result.end(), inner.aliases.begin(), inner.aliases.end());
        }
        return result;
    }

    // With the options of the commands above.
    [[nodiscard]] std::vector<std::string> options_here() const {
        std::vector<std::string> result;
        for (const auto* command : commands_) {
            for (const auto& option : command->options) {
                if (option.positional) continue;
                result.insert(result.end(), option.names.begin(), option.names.end());
            }
        }
        return result;
    }

    static std::string did_you_mean(const std::string& word,
                                    const std::vector<std::string>& words) {
        const auto nearest = nearest_word(word, words);
        return nearest ? " Did you mean '" + *nearest + "'?" : "";
    }

    std::vector<const CommandText*> commands_;
};

}  // namespace

std::string mistyped(const CommandText& root, const std::vector<std::string>& left,
                     const std::vector<std::string>& arguments) {
    CommandPath path(root);
    for (const auto& argument : arguments) {
        if (contains(left, argument)) return path.not_taken(argument) + '\n' + path.see_help();
        (void)path.enter(argument);
    }
    return {};
}

std::string incomplete(const CommandText& root, const std::vector<std::string>& arguments,
                       std::string what) {
    constexpr std::string_view required = " is required", not_in = " not in {";
    CommandPath path(root);
    for (const auto& argument : arguments) (void)path.enter(argument);
    if (what.ends_with(required)) {
        what.erase(what.size() - required.size());
        what = what == "A subcommand" ? "Which command?" : "Missing: " + what + '.';
    } else if (const auto at = what.find(not_in); at != std::string::npos && what.ends_with('}')) {
        std::string words;
        for (const char c : what.substr(at + not_in.size())) {
            if (c != '}') words += c == ',' ? std::string(", ") : std::string(1, c);
        }
        what = what.substr(0, at) + " is not one of " + words + '.';
    }
    return printable(what) + '\n' + path.see_help();
}

std::vector<std::string> command_path(const CommandText& root,
                                      const std::vector<std::string>& words) {
    CommandPath path(root);
    for (const auto& word : words) {
        if (!path.enter(word)) throw Failure(Exit::usage, path.no_command(word), path.see_help());
    }
    return path.names();
}

}  // namespace dibs::cli
