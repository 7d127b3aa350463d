// The list of all commands of `dibs`, one file per noun. Each adds its part of the command tree.
// Parsing sets `action`, which main.cpp then runs with a Context.
#pragma once

#include "api/cli/client/context.hpp"
#include "api/cli/grammar/command.hpp"

namespace dibs::cli {

// One file each. `reservation` also adds extend, move, swap, cancel and release.
void add_setup(Command app, Action& action);
void add_auth(Command app, Action& action);
void add_token(Command app, Action& action);
void add_free(Command app, Action& action);
void add_find(Command app, Action& action);
void add_reserve(Command app, Action& action);
void add_reservation(Command app, Action& action);
void add_calendar(Command app, Action& action);
void add_host(Command app, Action& action);
void add_gpu(Command app, Action& action);
void add_process(Command app, Action& action);
void add_rules(Command app, Action& action);
void add_usage(Command app, Action& action);
void add_metrics(Command app, Action& action);
void add_violation(Command app, Action& action);
void add_user(Command app, Action& action);
void add_group(Command app, Action& action);
void add_grant(Command app, Action& action);
void add_budget(Command app, Action& action);
void add_may(Command app, Action& action);
void add_mails(Command app, Action& action);
void add_history(Command app, Action& action);
void add_audit(Command app, Action& action);
void add_import(Command app, Action& action);
void add_watch(Command app, Action& action);
void add_doctor(Command app, Action& action);
void add_api(Command app, Action& action);
void add_completion(Command app, Action& action);
void add_manual(Command app, Action& action);
void add_help(Command app, Action& action);
void add_version(Command app, Action& action);

// Adds all commands, in the order and groups of the help.
void add_all_commands(Command app, Action& action);

// `dibs` without a command: the bookings of the caller, and what is free.
void show_my_situation(Context& context);
void show_free(Context& context, const std::string& host, const std::string& model);

}  // namespace dibs::cli
