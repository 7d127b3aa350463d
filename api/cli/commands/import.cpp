// dibs import tensorhive: creates the contents of a TensorHive database on Dibs, as an admin.
// Without --apply it only shows what it would do.
#include "api/cli/commands/commands.hpp"
#include "api/cli/lib/failure.hpp"
#include "api/cli/tensorhive/importer.hpp"

namespace dibs::cli {
namespace {

using tensorhive::ImportSettings;

void say_how_it_went(Context& context, const ImportSettings& settings,
                     const tensorhive::Report& report) {
    context.out.note((settings.apply ? "Imported: " : "Nothing was changed: ") + report.summary() +
                     '.');
    if (!settings.apply) {
        context.out.note("To do it: the same with --apply --links FILE [--jobs FILE].");
    } else if (!settings.links.empty()) {
        context.out.note("Links of people without a password, if any, are in " + settings.links +
                         ": hand each to its person, who sets a password with it within seven "
                         "days, and remove the file.");
    }
}

void import_tensorhive(Context& context, ImportSettings settings) {
    settings.zone = context.zone_flag.empty() ? "UTC" : context.clock.zone();
    tensorhive::SqliteFile database(settings.database);
    tensorhive::Report report(!settings.apply);
    const auto site = tensorhive::read_site(database, context.clock.now(), report);
    try {
        tensorhive::Importer(context, settings, site, report).run();
    } catch (const Failure&) {
        report.show(context);  // what was done before the failure
        throw;
    }
    report.show(context);
    say_how_it_went(context, settings, report);
}

void add_tensorhive(Command noun, Action& action) {
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
    verb.callback([&action, settings] {
        action = [settings](Context& context) { import_tensorhive(context, *settings); };
    });
}

}  // namespace

void add_import(Command app, Action& action) {
    const auto noun = app.add_subcommand("import", "Import from another system");
    noun.needs_subcommand();
    add_tensorhive(noun, action);
}

}  // namespace dibs::cli
