// The words of `dibs import`, declared for dibs, which lists them, and for dibs-import, which runs
// them.
#pragma once

#include "api/cli/client/context.hpp"
#include "api/cli/grammar/command.hpp"

#include <functional>
#include <string>

namespace dibs::cli {

struct ImportSettings {
    std::string database;
    std::string links;  // files to write; empty: none
    std::string jobs;
    bool apply = false;
};

using RunImport = std::function<void(Context&, const ImportSettings&)>;

// Adds `import tensorhive`; `run` is its action.
void declare_import(Command app, Action& action, RunImport run);

}  // namespace dibs::cli
