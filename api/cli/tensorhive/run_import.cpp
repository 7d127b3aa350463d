// Reads a TensorHive database, then creates its contents on Dibs, as an admin. Without --apply it
// only shows what it would do.
#include "api/cli/tensorhive/run_import.hpp"

#include "api/cli/lib/failure.hpp"
#include "api/cli/tensorhive/importer.hpp"

namespace dibs::cli::tensorhive {
namespace {

void say_how_it_went(Context& context, const ImportSettings& settings, const Report& report) {
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

}  // namespace

void run_import(Context& context, const ImportSettings& settings) {
    SqliteFile database(settings.database);
    Report report(!settings.apply);
    const auto site = read_site(database, context.clock.now(), report);
    try {
        Importer(context, settings, site, report).run();
    } catch (const Failure&) {
        report.show(context);  // what was done before the failure
        throw;
    }
    report.show(context);
    say_how_it_went(context, settings, report);
}

}  // namespace dibs::cli::tensorhive
