// dibs import: dibs declares its options, and starts dibs-import, which reads SQLite files, with
// the same arguments.
#include "api/cli/commands/import.hpp"

#include "api/cli/commands/commands.hpp"
#include "api/cli/lib/sibling_program.hpp"

#include <utility>

namespace dibs::cli {
namespace {

void add_tensorhive(Command noun, Action& action, RunImport run) {
    const auto verb = noun.add_subcommand(
        "tensorhive", "Take over people, groups, grants and reservations of a TensorHive (admins)");
    auto settings = std::make_shared<ImportSettings>();
    verb.add_option("--database", settings->database,
                    "Its database, or a copy: ~/.config/TensorHive/database.sqlite")
        .type_name("FILE")
        .required();
    const auto apply =
        verb.add_flag("--apply", settings->apply, "Do it (without: only show what would be done)");
    verb.add_option("--links", settings->links,
                    "A new file for one-time links, with which people who have no password set "
                    "their own; only you can read it. It voids links of an earlier import")
        .type_name("FILE")
        .needs(apply);
    verb.add_option("--jobs", settings->jobs,
                    "A new file for its jobs, as drafts in JSON; only you can read it")
        .type_name("FILE")
        .needs(apply);
    verb.footer(
        "It is safe to repeat: what is there is left as it is, also after an import that was cut "
        "off; with --links, who still has no password gets a new link.\nTensorHive keeps the hours "
        "of schedules in UTC; with --zone they are taken as hours "
        "on that clock.");
    verb.callback([&action, settings, run = std::move(run)] {
        action = [settings, run](Context& context) { run(context, *settings); };
    });
}

}  // namespace

void declare_import(Command app, Action& action, RunImport run) {
    const auto noun = app.add_subcommand("import", "Import from another system");
    noun.needs_subcommand();
    add_tensorhive(noun, action, std::move(run));
}

void add_import(Command app, Action& action) {
    declare_import(app, action, [](Context& context, const ImportSettings&) {
        become_program(sibling_program("dibs-import"), context.arguments);
    });
}

}  // namespace dibs::cli
