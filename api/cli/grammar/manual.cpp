// Sections in the order of man-pages(7).
#include "api/cli/grammar/manual.hpp"

#include <string_view>

namespace dibs::cli {
namespace {

constexpr std::string_view behind_the_commands = R"(.SH EXIT STATUS
.TP
.B 0
done
.TP
.B 1
failure
.TP
.B 2
wrong usage
.TP
.B 3
not found
.TP
.B 4
sign in first
.TP
.B 5
forbidden by a rule
.TP
.B 6
a conflict, or changed meanwhile
.TP
.B 7
no slot found
.TP
.B 8
the server cannot be reached
.TP
.B 130
interrupted
.SH ENVIRONMENT
.TP
.B DIBS_SERVER
where dibsd is: http://gpus.example.org:8080
.TP
.B DIBS_TOKEN
a token to sign in with, instead of the one that \fBdibs auth login\fR keeps
.TP
.B DIBS_ZONE\fR, \fBTZ
the time zone that times are read and shown in
.TP
.B DIBS_FORMAT
.B json
for JSON without asking
.TP
.B NO_COLOR\fR, \fBCLICOLOR_FORCE
no colours; colours into a pipe too
.SH FILES
.TP
.I ~/.config/dibs/config.toml
.B server
and
.BR zone ;
for everybody on a machine:
.I /etc/dibs/cli.toml
.TP
.I ~/.config/dibs/credentials.toml
the tokens, one a server
.TP
.I ~/.config/dibs/devices.toml
what this machine is known by where you signed in: it keeps you from being locked out while others guess, and opens nothing
.SH SEE ALSO
.BR dibsd (8)
)";

// Escapes text for roff: its special characters, and a dot or quote at the start of a line.
std::string roff(std::string_view text) {
    std::string out;
    if (text.starts_with('.') || text.starts_with('\'')) out += "\\&";
    for (const char c : text) {
        if (c == '\\') {
            out += "\\e";
        } else if (c == '-') {
            out += "\\-";
        } else {
            out += c;
        }
    }
    return out;
}

std::string joined(const std::vector<std::string>& names, std::string_view between) {
    std::string out;
    for (const auto& name : names) out += (out.empty() ? "" : std::string(between)) + roff(name);
    return out;
}

bool is_help(const OptionText& option) {
    return option.names.back() == "--help";
}

void add_option_lines(std::string& out, const CommandText& command) {
    for (const auto& option : command.options) {
        if (is_help(option)) continue;  // every command has it
        const auto value =
            option.choices.empty() ? roff(option.value) : joined(option.choices, "|");
        out += ".TP\n\\fB" + joined(option.names, "\\fR, \\fB") + "\\fR";
        if (!option.positional && !value.empty()) out += " \\fI" + value + "\\fR";
        out += '\n' + roff(option.help) + '\n';
    }
}

std::string usage_line(const CommandText& command, const std::string& path) {
    std::string line = "\\fB" + roff(path) + "\\fR";
    for (const auto& option : command.options) {
        if (!option.positional) continue;
        const auto name = "\\fI" + roff(option.names.front()) + "\\fR";
        line += option.required ? ' ' + name : " [" + name + ']';
    }
    return line;
}

void add_command(std::string& out, const CommandText& command, const std::string& before) {
    const auto path = before + command.name;
    if (command.commands.empty()) {
        out += ".SS " + usage_line(command, path) + '\n' + roff(command.help) + ".\n";
        add_option_lines(out, command);
    }
    for (const auto& inner : command.commands) add_command(out, inner, path + ' ');
}

}  // namespace

std::string manual_page(const CommandText& root, const std::string& version) {
    std::string out = ".TH DIBS 1 \"\" \"dibs " + roff(version) + "\" \"User Commands\"\n";
    out += ".SH NAME\ndibs \\- book GPUs, see who uses them\n";
    out += ".SH SYNOPSIS\n\\fBdibs\\fR [\\fIoptions\\fR] [\\fIcommand\\fR]\n";
    out += ".SH DESCRIPTION\n" + roff(root.help) +
           "\nWithout a command: what you hold, and what is free.\n";
    out += ".SH OPTIONS\nThey may stand behind any command.\n";
    out += ".TP\n\\fB\\-h\\fR, \\fB\\-\\-help\\fR\nWhat a command does and takes.\n";
    add_option_lines(out, root);
    out += ".SH COMMANDS\n";
    for (const auto& command : root.commands) add_command(out, command, "dibs ");
    return out.append(behind_the_commands);
}

}  // namespace dibs::cli
