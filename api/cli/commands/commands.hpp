// All commands of `dibs`, a file a noun. Each adds its part of the command tree; parsing sets
// `action`, which main.cpp then runs with everything a command needs.
#pragma once

#include "api/cli/lib/context.hpp"

namespace CLI {
class App;
}

namespace dibs::cli {

void add_setup(CLI::App& app, Action& action);
void add_auth(CLI::App& app, Action& action);
void add_free(CLI::App& app, Action& action);
void add_find(CLI::App& app, Action& action);
void add_reserve(CLI::App& app, Action& action);
void add_reservation(CLI::App& app, Action& action);  // and extend, move, cancel, release
void add_host(CLI::App& app, Action& action);
void add_gpu(CLI::App& app, Action& action);
void add_rules(CLI::App& app, Action& action);
void add_usage(CLI::App& app, Action& action);
void add_violation(CLI::App& app, Action& action);
void add_user(CLI::App& app, Action& action);
void add_history(CLI::App& app, Action& action);
void add_watch(CLI::App& app, Action& action);
void add_api(CLI::App& app, Action& action);
void add_version(CLI::App& app, Action& action);

// Without a command: what I hold, and what is free.
void show_my_situation(Context& context);
void show_free(Context& context, const std::string& host, const std::string& model);

}  // namespace dibs::cli
