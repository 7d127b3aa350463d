// dibs help [COMMAND…]: prints the same as `dibs COMMAND --help`; without a command, the help of
// `dibs`. Fails with Exit::usage if there is no such command. Sends no request.
#include "api/cli/commands/commands.hpp"

namespace dibs::cli {

void add_help(Command app, Action& action) {
    const auto verb = app.add_subcommand("help", "All commands, or one of them: dibs help reserve");
    auto path = std::make_shared<std::vector<std::string>>();
    verb.add_option("command", *path, "Which: reservation list").type_name("COMMAND");
    verb.callback([app, path, &action] {
        action = [app, path](Context& context) { context.out.line(app.help_of(*path)); };
    });
}

}  // namespace dibs::cli
