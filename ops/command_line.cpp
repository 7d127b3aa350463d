// Options by CLI11; those given override the configuration file.
#include "ops/command_line.hpp"

#include "domain/people/mail_address.hpp"
#include "ingest/audit/head.hpp"

#include <cstdlib>
#include <iostream>

#include <CLI/CLI.hpp>

namespace dibs {
namespace {

struct Options {
    std::string config_file, hosts_file, data, listen, log, base_path, dashboard;
    std::string print;
    bool accept_clock = false;
    bool standby = false;
    bool no_dashboard = false;
};

void add_options(CLI::App& app, Options& options) {
    app.add_option("--config", options.config_file, "Configuration file (TOML)");
    app.add_option("--hosts-file", options.hosts_file, "More [[host]] tables and [probe] identity");
    app.add_option("--data", options.data, "Where the data is kept");
    app.add_option("--listen", options.listen, "ADDRESS:PORT, default 127.0.0.1:8080");
    app.add_option("--log", options.log, "lmdb, or kafka://host:port[,host:port][/topic]");
    app.add_option("--base-path", options.base_path, "Everything lives under it, like /dibs");
    app.add_option("--dashboard", options.dashboard,
                   "The dashboard's built files; default: beside the program, if they are there");
    app.add_flag("--no-dashboard", options.no_dashboard, "Serve the API alone");
    app.add_flag("--accept-clock", options.accept_clock,
                 "Start although the clock is far from the log's newest stamp");
    app.add_flag("--standby", options.standby, "Follow the log without becoming the writer");
}

// The default data directory (XDG Base Directory).
std::filesystem::path default_data_directory() {
    if (const char* data = std::getenv("XDG_DATA_HOME"); data && *data) {
        return std::filesystem::path(data) / "dibs";
    }
    if (const char* home = std::getenv("HOME"); home && *home) {
        return std::filesystem::path(home) / ".local/share/dibs";
    }
    return {};
}

ConfigResult<Config> configured(const Options& options) {
    Config config;
    config.data_directory = default_data_directory();
    ConfigResult<void> read;
    if (!options.config_file.empty()) read = read_config(options.config_file, config);
    if (read && !options.hosts_file.empty()) read = read_hosts_file(options.hosts_file, config);
    if (read && !options.listen.empty()) {
        read = set_listen(options.listen, config);
        if (!read) read.error().text = "--listen: " + read.error().text;
    }
    if (!read) return tl::unexpected(read.error());
    if (!options.data.empty()) config.data_directory = options.data;
    if (!options.log.empty()) config.log = options.log;
    if (!options.base_path.empty()) config.base_path = options.base_path;
    if (!options.dashboard.empty()) config.dashboard = options.dashboard;
    config.no_dashboard = options.no_dashboard;
    config.accept_clock = options.accept_clock;
    config.standby = config.standby || options.standby;
    if (auto checked = check_config(config); !checked) return tl::unexpected(checked.error());
    return config;
}

void add_log_tools(CLI::App& log, CommandLine& line) {
    auto& options = line.tool;
    const auto add = [&](const char* name, Task task, const char* what) {
        auto* tool = log.add_subcommand(name, what);
        tool->callback([&line, task] { line.task = task; });
        return tool;
    };
    add("init", Task::create_log, "Make an empty log this installation's");
    add("verify", Task::verify_log,
        "Read all of it, and check every checksum, the chain and the seals")
        ->add_option("--head", options.head,
                     "That it holds what was sealed then: POSITION:DIGEST, as 'dibs audit head' "
                     "told it")
        ->check([](const std::string& text) {
            return parse_audit_head(text) ? "" : "expected POSITION:DIGEST";
        });
    auto* show = add("show", Task::show_log, "Show its records, damaged ones too");
    show->add_option("--from", options.from, "The first position shown")
        ->check(CLI::NonNegativeNumber);
    show->add_option("--to", options.to, "The last position shown")->check(CLI::NonNegativeNumber);
    show->add_flag("--json", options.json, "A line of JSON for each record");
    show->add_option("--file", options.file, "Of this exported file, not of the log");
    auto* exported = add("export", Task::export_log, "Write it into a file, checked on the way");
    exported->add_option("FILE", options.file, "Which must not exist")->required();
    exported->add_option("--to", options.to, "The last position that is written")
        ->check(CLI::NonNegativeNumber);
    auto* imported =
        add("import", Task::import_log, "Make a log from an exported file, where there is none");
    imported->add_option("FILE", options.file, "As log export or log cut wrote it")->required();
    auto* cut = add("cut", Task::cut_log, "Cut off its end, which is written into a file first");
    cut->add_option("--after", options.after, "The last position that stays")
        ->required()
        ->check(CLI::NonNegativeNumber);
    cut->add_option("--backup", options.file,
                    "What is cut off; default: log-cut-after-POSITION.export beside the log");
    cut->add_flag("--yes", options.yes, "Do not ask");
}

}  // namespace

std::variant<CommandLine, int> read_command_line(int argc, char** argv) {
    CLI::App app("The Dibs server: books GPUs, watches them, keeps the record.", "dibsd");
    app.set_version_flag("--version", std::string("dibsd ") + DIBS_VERSION);
    app.fallthrough();
    Options options;
    add_options(app, options);
    CommandLine line;
    auto* log = app.add_subcommand("log", "The event log");
    log->require_subcommand(1);
    add_log_tools(*log, line);
    app.add_subcommand("verify", "Compare the tables with those that the log gives")->callback([&] {
        line.task = Task::verify_tables;
    });
    auto* rebuild = app.add_subcommand(
        "rebuild", "Have the read models made from the log again, at the next start");
    rebuild->callback([&] { line.task = Task::rebuild; });
    rebuild->add_option("name", line.read_model,
                        "This one alone: what there is of it answers until then, and all others "
                        "go on. Without: all are thrown away, and nothing answers until then");
    auto* check =
        app.add_subcommand("check-config", "Read the configuration and say what is wrong with it");
    check->callback([&] { line.task = Task::check_config; });
    check->add_option("--print", options.print,
                      "What the file sets for this key, as data.dir; nothing if it does not");
    auto* mail = app.add_subcommand(
        "check-mail", "Send a test letter to this address and say what the mail server answers");
    mail->callback([&] { line.task = Task::check_mail; });
    mail->add_option("ADDRESS", line.address, "Who gets the letter")
        ->required()
        ->check([](const std::string& text) {
            return is_mail_address(text) ? "" : "expected a mail address";
        });
    app.require_subcommand(0, 1);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    auto config = configured(options);
    if (!config) {
        std::cerr << "dibsd: " << config.error().text << '\n';
        return 2;
    }
    line.config = std::move(*config);
    if (options.print.empty()) return line;
    auto value = configured_value(options.config_file, options.print);
    if (!value) {
        std::cerr << "dibsd: " << value.error().text << '\n';
        return 2;
    }
    line.value = *std::move(value);
    return line;
}

}  // namespace dibs
