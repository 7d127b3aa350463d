// dibsd's command line: the task, and its configuration (the file, overridden by options).
#pragma once

#include "ops/config/config.hpp"

#include <optional>
#include <string>
#include <variant>

namespace dibs {

enum class Task {
    serve,
    create_log,
    verify_log,
    show_log,
    export_log,
    import_log,
    cut_log,
    verify_tables,
    rebuild,
    check_config,
    check_mail,
};

// Options of the tools in ops/log_tools.
struct ToolOptions {
    std::optional<Position> from{}, to{};
    Position after = 0;
    bool json = false;
    bool yes = false;
    std::filesystem::path file{};
    std::string head{};  // of seals, as printed by `dibs audit head`
};

struct CommandLine {
    Task task = Task::serve;
    Config config;
    std::optional<std::string> value{};  // check-config --print: the value in the file
    std::string read_model{};            // rebuild: this read model; empty: all
    std::string address{};               // check-mail: the recipient
    ToolOptions tool{};
};

// The task, or an exit code: 0 after help; 2 for wrong input, reported on standard error.
[[nodiscard]] std::variant<CommandLine, int> read_command_line(int argc, char** argv);

}  // namespace dibs
