// Decisions from arguments and environment.
#include "api/cli/grammar/arguments.hpp"

#include "api/cli/lib/setup_link.hpp"

#include <algorithm>

namespace dibs::cli {

std::vector<std::string> prepare_arguments(int argc, const char* const* argv) {
    constexpr std::string_view with_fields = "--json=";
    std::vector<std::string> arguments;
    bool options_ended = false;
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        options_ended = options_ended || argument == "--";
        if (!options_ended && argument.starts_with(with_fields)) {
            arguments.push_back("--json-fields=" + argument.substr(with_fields.size()));
        } else {
            arguments.push_back(argument);
        }
    }
    return arguments;
}

std::vector<std::string> split_fields(const std::string& text) {
    std::vector<std::string> fields;
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find(',', at), text.size());
        if (end > at) fields.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return fields;
}

std::string server_of_setup(const std::vector<std::string>& arguments) {
    if (std::find(arguments.begin(), arguments.end(), "setup") == arguments.end()) return {};
    for (const auto& argument : arguments) {
        const auto link = parse_setup_link(argument);
        if (!link.token.empty()) return link.server;
    }
    return {};
}

bool is_completion(const std::vector<std::string>& arguments) {
    return !arguments.empty() && arguments.front() == "__complete";
}

bool use_color(const std::string& flag, bool terminal, const Environment& environment) {
    if (flag != "auto") return flag == "always";
    if (environment("NO_COLOR")) return false;
    const auto force = environment("CLICOLOR_FORCE");
    if (force && *force != "0") return true;
    return terminal && environment("TERM").value_or("dumb") != "dumb";
}

}  // namespace dibs::cli
