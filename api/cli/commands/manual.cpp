// dibs manual: prints the manual page; the build saves it as dibs.1 (`dibs manual | man -l -`).
#include "api/cli/grammar/manual.hpp"

#include "api/cli/commands/commands.hpp"

namespace dibs::cli {

void add_manual(Command app, Action& action) {
    app.add_subcommand("manual", "The manual page: dibs manual | man -l -")
        .callback([app, &action] {
            action = [app](Context& context) {
                context.out.line(manual_page(command_tree(app), DIBS_VERSION));
            };
        });
}

}  // namespace dibs::cli
