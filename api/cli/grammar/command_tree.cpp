// Reads CLI11's tree.
#include "api/cli/grammar/command_tree.hpp"

#include "api/cli/grammar/arguments.hpp"

#include <algorithm>

#include <CLI/CLI.hpp>

namespace dibs::cli {
namespace {

// "TEXT:{json,tsv}" is a text with two choices.
std::vector<std::string> choices_of(const std::string& type) {
    const auto open = type.find('{');
    const auto close = type.find('}');
    if (open == std::string::npos || close == std::string::npos) return {};
    return split_fields(type.substr(open + 1, close - open - 1));
}

OptionText option_text(const CLI::Option& option) {
    OptionText text{
        {}, {}, {}, option.get_description(), option.get_positional(), option.get_required()};
    for (const auto& name : option.get_snames()) text.names.push_back('-' + name);
    for (const auto& name : option.get_lnames()) text.names.push_back("--" + name);
    if (text.positional) text.names.push_back(option.get_name(true));
    if (option.get_items_expected_max() > 0) {
        const auto type = option.get_type_name();
        text.value = type.substr(0, type.find(':'));
        text.choices = choices_of(type);
    }
    return text;
}

CommandText tree_of(const CLI::App& app) {
    CommandText text{app.get_name(), app.get_aliases(), app.get_description(), {}, {}};
    for (const auto* option :
         app.get_options([](const CLI::Option* one) { return !one->get_group().empty(); })) {
        text.options.push_back(option_text(*option));
    }
    std::stable_partition(text.options.begin(), text.options.end(),
                          [](const OptionText& option) { return option.positional; });
    for (const auto* command :
         app.get_subcommands([](const CLI::App* one) { return !one->get_group().empty(); })) {
        text.commands.push_back(tree_of(*command));
    }
    return text;
}

}  // namespace

CommandText command_tree(Command command) {
    return tree_of(command.declared());
}

}  // namespace dibs::cli
