// Runs one import: reads the database, imports its contents, shows the report.
#pragma once

#include "api/cli/commands/import.hpp"

namespace dibs::cli::tensorhive {

// Shows what was done also if the import fails on the way. Throws Failure.
void run_import(Context& context, const ImportSettings& settings);

}  // namespace dibs::cli::tensorhive
