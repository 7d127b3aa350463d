// dibs: the command line of Dibs.
#include "api/cli/commands/commands.hpp"
#include "api/cli/program/run_program.hpp"

int main(int argc, char** argv) {
    using namespace dibs::cli;
    return run_program(argc, argv, [](Command app, Action& action) {
        action = show_my_situation;
        add_all_commands(app, action);
    });
}
