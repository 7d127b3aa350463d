// Groups the commands of `dibs` for its help.
#include "api/cli/commands/commands.hpp"

namespace dibs::cli {
namespace {

using AddCommand = void (*)(Command, Action&);

struct CommandGroup {
    const char* heading;
    std::vector<AddCommand> commands;
};

std::vector<CommandGroup> command_groups() {
    return {{"Book GPUs", {add_free, add_find, add_reserve, add_reservation, add_calendar}},
            {"See what runs and what ran",
             {add_host, add_gpu, add_process, add_violation, add_usage, add_metrics, add_history,
              add_watch}},
            {"People and what they may",
             {add_user, add_group, add_grant, add_budget, add_rules, add_may}},
            {"Your account", {add_setup, add_auth, add_token, add_mails}},
            {"The server", {add_doctor, add_audit, add_import, add_api}},
            {"This program", {add_help, add_completion, add_manual, add_version}}};
}

}  // namespace

void add_all_commands(Command app, Action& action) {
    for (const auto& [heading, commands] : command_groups()) {
        for (const auto add : commands) add(app, action);
        app.group_the_rest(heading);
    }
    app.may_have_subcommand();
}

}  // namespace dibs::cli
