// Flags of all commands, and from a Failure to a message, a next step and an exit code.
#include "api/cli/program/run_program.hpp"

#include "api/cli/grammar/arguments.hpp"
#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/setup_link.hpp"

#include <chrono>
#include <clocale>
#include <cstdlib>
#include <iostream>
#include <thread>

#include <langinfo.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace dibs::cli {
namespace {

struct Flags {
    std::string server, zone, color = "auto", fields, format;
    bool json = false, wide = false, quiet = false, verbose = false, yes = false;
};

void add_flags(Command app, Flags& flags) {
    app.add_option("--server", flags.server, "Where dibsd is: http://host:8080 (DIBS_SERVER)");
    app.add_option("--zone", flags.zone, "Your time zone: Europe/Warsaw (DIBS_ZONE, TZ)");
    app.add_flag("--json", flags.json, "JSON; --json=id,owner_name for some members only");
    app.add_option("--json-fields", flags.fields).hidden();
    app.add_option("-o,--output", flags.format, "json or tsv").one_of({"json", "tsv"});
    app.add_flag("--wide", flags.wide, "Tables in full width, not cut to the terminal");
    app.add_option("--color", flags.color, "auto, always, never")
        .one_of({"auto", "always", "never"});
    app.add_flag("-q,--quiet", flags.quiet, "Print errors only");
    app.add_flag("-v,--verbose", flags.verbose, "Show the HTTP exchange");
    app.add_flag("-y,--yes", flags.yes, "Answer yes to every question");
}

// In characters; 0 if the terminal does not say.
std::size_t width_of_terminal() {
    winsize size{};
    return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

OutputSettings output_settings(const Flags& flags) {
    OutputSettings settings;
    const bool terminal = ::isatty(STDOUT_FILENO) == 1;
    settings.form = terminal ? Form::human : Form::tsv;
    const auto format = process_environment("DIBS_FORMAT").value_or("");
    if (flags.format == "tsv") settings.form = Form::tsv;
    if (flags.json || !flags.fields.empty() || flags.format == "json" ||
        (flags.format.empty() && format == "json")) {
        settings.form = Form::json;
    }
    settings.fields = split_fields(flags.fields);
    settings.color = use_color(flags.color, terminal, process_environment);
    settings.unicode = std::string_view(::nl_langinfo(CODESET)) == "UTF-8";
    settings.quiet = flags.quiet;
    if (terminal && !flags.wide) settings.line = width_of_terminal();
    return settings;
}

constexpr std::chrono::milliseconds while_a_person_waits{30'000}, while_tab_waits{1'000};

void sleep_ms(int ms) {
    std::this_thread::sleep_for(std::chrono::milliseconds(ms));
}

void run(const Flags& flags, const std::vector<std::string>& arguments, const Action& action,
         Output& out) {
    const auto setup_server = server_of_setup(arguments);
    const auto patience = is_completion(arguments) ? while_tab_waits : while_a_person_waits;
    const Settings settings(places(process_environment), process_environment);
    const auto server = settings.server(flags.server.empty() ? setup_server : flags.server);
    const ZoneClock clock(known_zone(settings.zone(flags.zone).value_or(zone_of_this_machine())),
                          now_ms());
    const auto transport = make_curl_transport(flags.verbose, patience);
    Client client(*transport, server, settings.token(server), sleep_ms);
    SystemTerminal terminal;
    Context context{client, out, settings, clock, terminal, flags.yes, flags.zone, arguments};
    perform(action, context);
}

}  // namespace

int run_program(int argc, const char* const* argv, const AddCommands& add_commands) {
    std::setlocale(LC_ALL, "");
    Program program("Book GPUs, see who uses them, and be protected from intruders.", "dibs");
    Flags flags;
    Action action;
    add_flags(program.command(), flags);
    add_commands(program.command(), action);
    program.let_options_stand_anywhere();
    const auto arguments = prepare_arguments(argc, argv);
    const auto ended = program.parse(arguments, std::cout, std::cerr);
    if (ended) return static_cast<int>(*ended);
    Output out(std::cout, std::cerr);
    out.settings = output_settings(flags);
    try {
        run(flags, arguments, action, out);
        std::cout.flush();
        return static_cast<int>(std::cout ? Exit::ok : Exit::failure);
    } catch (const Failure& failure) {
        std::cout.flush();
        if (*failure.what() != '\0') out.error(failure.what(), failure.next_step, failure.problem);
        return static_cast<int>(failure.exit);
    } catch (const std::exception& error) {
        out.error(error.what(), "This is a fault of dibs itself; please report it.", "");
        return static_cast<int>(Exit::failure);
    }
}

}  // namespace dibs::cli
