// dibsd: runs the task of the command line; daemon.cpp contains the server. Exit codes: 0 success,
// 1 failure, 2 wrong use; a server returns 75 if a new process may succeed. run_tool has the codes
// of the log tools, crash_handlers.hpp those of crashes.
#include "ingest/log/disk/data_directory.hpp"
#include "ops/check_mail.hpp"
#include "ops/command_line.hpp"
#include "ops/daemon.hpp"
#include "ops/log_setup.hpp"
#include "ops/log_tools/tools.hpp"
#include "ops/process/clock.hpp"
#include "ops/process/crash_handlers.hpp"
#include "ops/process/descriptors.hpp"
#include "ops/process/process_memory.hpp"
#include "ops/process/shutdown_watchdog.hpp"
#include "ops/process/signals.hpp"
#include "projections/read_model.hpp"

#include <cstdio>
#include <cstdlib>
#include <iostream>

#include <malloc.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <sysexits.h>
#include <unistd.h>

namespace {

using namespace dibs;

// Prints the reason to stderr, and returns the exit code.
int fail(const std::string& reason, int code = EXIT_FAILURE) {
    std::cerr << "dibsd: " << reason << '\n';
    return code;
}

// EX_TEMPFAIL asks the service manager for a new process, which may succeed.
int fail(const Daemon& daemon, const std::string& reason) {
    return fail(reason, daemon.must_end() ? EX_TEMPFAIL : EXIT_FAILURE);
}

// Waits for a signal. Returns the reason if the daemon has to end without one.
std::optional<std::string> wait_for_end(const Daemon& daemon, const TerminationSignals& signals) {
    constexpr std::chrono::milliseconds check_interval{100};
    while (!signals.wait(check_interval)) {
        if (auto reason = daemon.must_end()) return reason;
    }
    return std::nullopt;
}

void log_to_stderr() {
    spdlog::set_default_logger(spdlog::stderr_logger_mt("dibsd"));
    spdlog::set_pattern("%Y-%m-%dT%H:%M:%S.%eZ %l %v", spdlog::pattern_time_type::utc);
}

// Limits glibc to two memory arenas. By default each thread that allocates much gets its own, up to
// eight per processor, and glibc rarely returns their memory. Two arenas are enough for a dozen
// threads that mostly wait.
void limit_arenas() {
    (void)mallopt(M_ARENA_MAX, 2);
}

// Longer than the slowest regular stop, shorter than the 15 s after which the service manager kills
// the process (ops/deploy/dibsd.service). Only a thread of a library can hang longer than this.
constexpr std::chrono::seconds stop_timeout{13};

// Serves until a signal or a fatal error; returns the exit code.
int run(Daemon& daemon, const TerminationSignals& signals) {
    daemon.start();
    const auto address = daemon.await_ready([&](auto at_most) { return signals.wait(at_most); });
    if (!address) return fail(daemon, address.error());
    std::optional<std::string> reason;
    if (*address) {
        std::cout << "Dibs is ready: " << **address << std::endl;
        reason = wait_for_end(daemon, signals);
    }
    spdlog::info("stopping");
    return reason ? fail(daemon, *reason) : 0;
}

int serve(const Config& config) {
    if (geteuid() == 0) {
        return fail(
            "refuses to run as root. ops/start makes an account for it; "
            "ops/deploy has a systemd unit.");
    }
    limit_arenas();
    raise_descriptor_limit();
    const TerminationSignals signals;
    bool interrupted = false;
    auto daemon =
        Daemon::open(config, [&](auto at_most) { return interrupted = signals.wait(at_most); });
    if (!daemon) return interrupted ? 0 : fail(daemon.error());
    const int code = run(**daemon, signals);
    const ShutdownWatchdog watchdog(stop_timeout);
    daemon->reset();
    spdlog::info("stopped");
    return code;
}

int make_log(const Config& config) {
    const auto id = create_log(config, wall_clock());
    if (!id) return fail(id.error().text);
    std::cout << "A new log was made: " << *id << '\n';
    return 0;
}

// Makes the next start rebuild one read model, or all if `name` is empty. Fails while dibsd runs on
// this data: it would continue with deleted files.
int rebuild(const Config& config, const std::string& name) {
    const auto tables = config.data_directory / "tables";
    if (!name.empty()) {
        const auto checked = ReadModel::check_name({.directory = tables}, name);
        if (!checked) return fail(checked.error().text, log_tools::usage);
    }
    const auto lock = DataDirectory::take(config.data_directory);
    if (!lock) return fail(lock.error().text);
    const auto result = name.empty() ? ReadModel::discard(tables)
                                     : ReadModel::ask_to_rebuild({.directory = tables}, name);
    if (!result) return fail(result.error().text);
    std::cout << (name.empty()
                      ? "The read models were thrown away; the next start makes them from "
                        "the log.\n"
                      : "The next start makes the read model '" + name + "' from the log again.\n");
    return 0;
}

// Asks for the position a second time: a number copied from another line must not cut a log. False
// for any other input, and at the end of the input.
bool confirm_cut(const std::string& question, Position after) {
    std::cout << question << "\nType the position again to cut behind it: " << std::flush;
    std::string answer;
    return std::getline(std::cin, answer) && answer == std::to_string(after);
}

// Runs the tool of a task that reads or writes a log.
log_tools::ToolResult<void> use_tool(const CommandLine& line) {
    const auto& config = line.config;
    const auto& tool = line.tool;
    const auto log_place = log_place_of(config);
    switch (line.task) {
        case Task::verify_log:
            return log_tools::verify_log(log_place, tool.head, std::cout);
        case Task::show_log:
            return log_tools::show_log(
                log_place,
                {tool.from.value_or(0), tool.to.value_or(log_tools::last_position), tool.json,
                 tool.file, [](const std::string& note) { std::cerr << note << '\n'; }},
                std::cout);
        case Task::export_log:
            return log_tools::export_log(log_place, tool.file,
                                         tool.to.value_or(log_tools::last_position), std::cout);
        case Task::import_log:
            return log_tools::import_log(log_place, tool.file, std::cout);
        case Task::cut_log:
            return log_tools::cut_log(log_place,
                                      {tool.after, wall_clock()(), tool.file,
                                       [&](const std::string& question) {
                                           return tool.yes || confirm_cut(question, tool.after);
                                       }},
                                      std::cout);
        default:
            return log_tools::verify_tables(log_place, std::cout);
    }
}

// Returns the exit code: 0 no damage, 1 damage found, 2 wrong use, 75 the data could not be read.
int run_tool(const CommandLine& line) {
    install_crash_handlers(log_tools::damage_found);
    try {
        const auto result = use_tool(line);
        std::cout.flush();
        if (result) return log_tools::fine;
        return fail(result.error().text, result.error().code);
    } catch (const std::exception& error) {
        return fail(error.what(), log_tools::could_not_look);
    }
}

}  // namespace

int main(int argc, char** argv) {
    install_crash_handlers();
    log_to_stderr();
    keep_memory_private();
    try {
        const auto parsed = read_command_line(argc, argv);
        if (const int* code = std::get_if<int>(&parsed)) return *code;
        const auto& line = std::get<CommandLine>(parsed);
        const auto& config = line.config;
        switch (line.task) {
            case Task::serve:
                return serve(config);
            case Task::create_log:
                return make_log(config);
            case Task::rebuild:
                return rebuild(config, line.read_model);
            case Task::check_config:
                std::cout << line.value.value_or("The configuration is right.\n");
                return 0;
            case Task::check_mail:
                return check_mail(config, line.address, std::cout);
            default:
                return run_tool(line);
        }
    } catch (const std::exception& error) {
        return fail(error.what());
    }
    return 1;
}
