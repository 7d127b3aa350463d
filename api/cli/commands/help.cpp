// dibs help [COMMAND…]: prints the same as `dibs COMMAND --help`.
#include "api/cli/commands/commands.hpp"

namespace dibs::cli {

void add_help(Command app, Action& action) {
    const auto verb = app.add_subcommand("help", "All commands, or one of them: dibs help reserve");
    auto command = std::make_shared<std::vector<std::string>>();
    verb.add_option("command", *command, "Which: reservation list").type_name("COMMAND");
    verb.callback([app, command, &action] {
        action = [app, command](Context& context) { context.out.line(app.help_of(*command)); };
    });
}

}  // namespace dibs::cli
