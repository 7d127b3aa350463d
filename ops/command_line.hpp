// dibsd's command line: which task, and the configuration it is done with (file, then options).
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

// What the tools of ops/log_tools are told.
struct ToolOptions {
    std::optional<Position> from{}, to{};
    Position after = 0;
    bool json = false;
    bool yes = false;
    std::filesystem::path file{};
    std::string head{};  // of seals, as `dibs audit head` tells it
};

struct CommandLine {
    Task task = Task::serve;
    Config config;
    std::optional<std::string> value{};  // check-config --print: what the file sets
    std::string read_model{};            // rebuild: this one; empty: all
    std::string address{};               // check-mail: to whom
    ToolOptions tool{};
};

// Either what to do, or the exit code: help was context for (0), or the input is wrong (2; said on
// standard error).
[[nodiscard]] std::variant<CommandLine, int> read_command_line(int argc, char** argv);

}  // namespace dibs
