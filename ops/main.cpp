// dibsd: runs the task of the command line. daemon.cpp contains the server.
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

int fail(const std::string& why, int code = EXIT_FAILURE) {
    std::cerr << "dibsd: " << why << '\n';
    return code;
}

// EX_TEMPFAIL asks the service manager for a new process, which may succeed.
int fail(const Daemon& daemon, const std::string& why) {
    return fail(why, daemon.must_end() ? EX_TEMPFAIL : EXIT_FAILURE);
}

// Waits for a signal. Returns the reason if dibsd ends by itself.
std::optional<std::string> wait_for_the_end(const Daemon& daemon,
                                            const TerminationSignals& signals) {
    constexpr std::chrono::milliseconds look_every{100};
    while (!signals.wait(look_every)) {
        if (auto why = daemon.must_end()) return why;
    }
    return std::nullopt;
}

void log_to_stderr() {
    spdlog::set_default_logger(spdlog::stderr_logger_mt("dibsd"));
    spdlog::set_pattern("%Y-%m-%dT%H:%M:%S.%eZ %l %v", spdlog::pattern_time_type::utc);
}

// glibc gives each thread that allocates much its own arena, up to eight per processor, and never
// returns the memory of an arena. Two arenas are enough for a dozen threads that mostly wait.
void share_arenas() {
    (void)mallopt(M_ARENA_MAX, 2);
}

// Longer than the slowest regular stop, shorter than the 15 s after which the service manager kills
// the process (ops/deploy/dibsd.service). A thread that hangs longer is not one of dibsd's own.
constexpr std::chrono::seconds longest_stop{13};

int run(Daemon& daemon, const TerminationSignals& signals) {
    daemon.start();
    const auto address = daemon.await_ready([&](auto at_most) { return signals.wait(at_most); });
    if (!address) return fail(daemon, address.error());
    std::optional<std::string> why;
    if (*address) {
        std::cout << "Dibs is ready: " << **address << std::endl;
        why = wait_for_the_end(daemon, signals);
    }
    spdlog::info("stopping");
    return why ? fail(daemon, *why) : 0;
}

int serve(const Config& config) {
    if (geteuid() == 0) {
        return fail(
            "refuses to run as root. ops/start makes an account for it; "
            "ops/deploy has a systemd unit.");
    }
    share_arenas();
    raise_descriptor_limit();
    const TerminationSignals signals;
    bool ended = false;
    auto daemon = Daemon::open(config, [&](auto at_most) { return ended = signals.wait(at_most); });
    if (!daemon) return ended ? 0 : fail(daemon.error());
    const int code = run(**daemon, signals);
    const ShutdownWatchdog limit(longest_stop);
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

// Refused while dibsd runs: it would go on with files that are no longer visible.
int rebuild(const Config& config, const std::string& name) {
    const auto tables = config.data_directory / "tables";
    if (!name.empty()) {
        const auto known = ReadModel::check_name({.directory = tables}, name);
        if (!known) return fail(known.error().text, log_tools::usage);
    }
    const auto lock = DataDirectory::take(config.data_directory);
    if (!lock) return fail(lock.error().text);
    const auto done = name.empty() ? ReadModel::discard(tables)
                                   : ReadModel::ask_to_rebuild({.directory = tables}, name);
    if (!done) return fail(done.error().text);
    std::cout << (name.empty()
                      ? "The read models were thrown away; the next start makes them from "
                        "the log.\n"
                      : "The next start makes the read model '" + name + "' from the log again.\n");
    return 0;
}

// Asks for the position a second time: a number copied from another line must not cut a log.
bool confirmed(const std::string& question, Position after) {
    std::cout << question << "\nType the position again to cut behind it: " << std::flush;
    std::string answer;
    return std::getline(std::cin, answer) && answer == std::to_string(after);
}

log_tools::ToolResult<void> use_tool(const CommandLine& line) {
    const auto& config = line.config;
    const auto& tool = line.tool;
    const auto place = log_place_of(config);
    switch (line.task) {
        case Task::verify_log:
            return log_tools::verify_log(place, tool.head, std::cout);
        case Task::show_log:
            return log_tools::show_log(
                place,
                {tool.from.value_or(0), tool.to.value_or(log_tools::last_position), tool.json,
                 tool.file, [](const std::string& note) { std::cerr << note << '\n'; }},
                std::cout);
        case Task::export_log:
            return log_tools::export_log(place, tool.file,
                                         tool.to.value_or(log_tools::last_position), std::cout);
        case Task::import_log:
            return log_tools::import_log(place, tool.file, std::cout);
        case Task::cut_log:
            return log_tools::cut_log(place,
                                      {tool.after, wall_clock()(), tool.file,
                                       [&](const std::string& question) {
                                           return tool.yes || confirmed(question, tool.after);
                                       }},
                                      std::cout);
        default:
            return log_tools::verify_tables(place, std::cout);
    }
}

// 0: fine; 1: damage found; 2: wrong use; 75: the data could not be read.
int run_tool(const CommandLine& line) {
    install_crash_handlers(log_tools::damage_found);
    try {
        const auto done = use_tool(line);
        std::cout.flush();
        if (done) return log_tools::fine;
        return fail(done.error().text, done.error().code);
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
        const auto line = read_command_line(argc, argv);
        if (const int* code = std::get_if<int>(&line)) return *code;
        const auto& told = std::get<CommandLine>(line);
        const auto& config = told.config;
        switch (told.task) {
            case Task::serve:
                return serve(config);
            case Task::create_log:
                return make_log(config);
            case Task::rebuild:
                return rebuild(config, told.read_model);
            case Task::check_config:
                std::cout << told.value.value_or("The configuration is right.\n");
                return 0;
            case Task::check_mail:
                return check_mail(config, told.address, std::cout);
            default:
                return run_tool(told);
        }
    } catch (const std::exception& error) {
        return fail(error.what());
    }
    return 1;
}
