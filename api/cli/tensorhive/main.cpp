// dibs-import: what `dibs import` starts, with the same arguments. A program of its own, so that
// dibs needs no SQLite.
#include "api/cli/program/run_program.hpp"
#include "api/cli/tensorhive/run_import.hpp"

int main(int argc, char** argv) {
    using namespace dibs::cli;
    return run_program(argc, argv, [](Command app, Action& action) {
        declare_import(app, action, tensorhive::run_import);
        app.needs_subcommand();
    });
}
