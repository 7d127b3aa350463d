// Follows the complete words, then completes the one being typed.
#include "api/cli/grammar/candidates.hpp"

#include <algorithm>

namespace dibs::cli {
namespace {

bool has_name(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_option(const std::string& word) {
    return word.size() > 1 && word.front() == '-';
}

// The position in the command line: the command, the number of its arguments so far, and the option
// that still needs its value.
struct Place {
    const CommandText& root;
    const CommandText* command = &root;
    std::size_t arguments = 0;
    const OptionText* open = nullptr;

    // The command's own, else one of the program's.
    [[nodiscard]] const OptionText* option(const std::string& name) const {
        for (const auto* at : {command, &root}) {
            for (const auto& option : at->options) {
                if (!option.positional && has_name(option.names, name)) return &option;
            }
        }
        return nullptr;
    }

    void step(const std::string& word) {
        if (open != nullptr) {
            open = nullptr;
            return;
        }
        if (is_option(word)) {
            const auto* found = option(word);
            if (found != nullptr && !found->value.empty()) open = found;
            return;
        }
        for (const auto& inner : command->commands) {
            if (inner.name != word && !has_name(inner.aliases, word)) continue;
            command = &inner;
            arguments = 0;
            return;
        }
        ++arguments;
    }
};

void add_values(std::vector<CompletionCandidate>& found, const OptionText& option,
                const NamesOf& names) {
    for (const auto& choice : option.choices) found.push_back({choice, ""});
    if (!option.choices.empty()) return;
    for (auto& name : names(option.value)) found.push_back(std::move(name));
}

void add_option_names(std::vector<CompletionCandidate>& found, const CommandText& command) {
    for (const auto& option : command.options) {
        if (option.positional) continue;
        for (const auto& name : option.names) found.push_back({name, option.help});
    }
}

std::vector<CompletionCandidate> possible(const Place& place, const std::string& typed,
                                          const NamesOf& names) {
    std::vector<CompletionCandidate> found;
    if (place.open != nullptr) {
        add_values(found, *place.open, names);
        return found;
    }
    if (typed.starts_with('-')) {
        add_option_names(found, *place.command);
        if (place.command != &place.root) add_option_names(found, place.root);
        return found;
    }
    for (const auto& inner : place.command->commands) found.push_back({inner.name, inner.help});
    const auto& options = place.command->options;
    if (place.arguments < options.size() && options[place.arguments].positional) {
        add_values(found, options[place.arguments], names);
    }
    return found;
}

}  // namespace

std::vector<CompletionCandidate> candidates(const CommandText& root,
                                            const std::vector<std::string>& words,
                                            const NamesOf& names) {
    if (words.empty()) return {};
    Place place{root};
    for (std::size_t i = 0; i + 1 < words.size(); ++i) place.step(words[i]);
    auto found = possible(place, words.back(), names);
    std::erase_if(found, [&](const auto& one) { return !one.word.starts_with(words.back()); });
    return found;
}

}  // namespace dibs::cli
