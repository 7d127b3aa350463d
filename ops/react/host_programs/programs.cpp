// Each command line is one line in single quotes, without a quote or a "!" inside: sh, bash, zsh,
// fish and csh pass it on unchanged.
#include "ops/react/host_programs/programs.hpp"

#include <algorithm>

namespace dibs::host {
namespace {

constexpr std::size_t longest_words = 200;

constexpr std::string_view start =
    R"sh(exec /bin/sh -c 'PATH=${PATH:-/usr/bin:/bin}:/usr/bin:/bin:/usr/local/bin; export PATH; )sh"
    // Checks the interpreter first: a python3 may be too old, or lack parts of its library.
    R"sh(if python3 -I -c "import ctypes,json,pwd,select,subprocess,sys,termios;)sh"
    R"sh(sys.exit(sys.version_info<(3,6))" </dev/null >/dev/null 2>&1; then )sh"
    R"sh(exec python3 -I -c "import sys;i=sys.stdin.buffer;)sh"
    R"sh(t=i.read(int(i.readline()));exec(compile(t,\"dibs\",\"exec\"))"; fi; )sh"
    R"sh(printf "\n%s\n%s\n" "#dibs-answer 1" )sh"
    R"sh("{\"outcome\": \"refused\", \"detail\": \"python3 (3.6 or later) does not work there\"}"')sh";

constexpr std::string_view help_of_root =
    R"sh(exec /bin/sh -c 'helper=/usr/local/lib/dibs/dibs-stop; )sh"
    R"sh(refuse() { printf "\n%s\n%s\n" "#dibs-answer 1" )sh"
    R"sh("{\"outcome\": \"refused\", \"detail\": \"$1\"}"; exit; }; )sh"
    R"sh([ -x $helper ] || refuse "the helper is not installed there"; )sh"
    R"sh(sudo -n -l $helper >/dev/null 2>&1 || )sh"
    R"sh(refuse "sudo does not let this account run the helper"; )sh"
    R"sh(exec sudo -n $helper')sh";

bool is_printable(char c) {
    return c >= ' ' && c <= '~';
}

}  // namespace

std::string_view program_command() {
    return start;
}

std::string_view root_helper_command() {
    return help_of_root;
}

std::string framed(std::string_view program, std::string_view input) {
    std::string text = std::to_string(program.size()) + '\n';
    text.reserve(text.size() + program.size() + input.size() + 1);
    text.append(program).append(input) += '\n';
    return text;
}

std::string_view answer_line(std::string_view output) {
    std::string_view before;
    std::string_view found;
    while (!output.empty()) {
        const auto end = output.find('\n');
        if (end == std::string_view::npos) break;  // truncated: its rest is unknown
        auto line = output.substr(0, end);
        output.remove_prefix(end + 1);
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (before == answer_sentinel) found = line.size() <= longest_answer ? line : "";
        before = line;
    }
    return found;
}

std::string words_of_host(std::string_view text) {
    std::string words(text.substr(0, longest_words));
    std::ranges::replace_if(
        words, [](char c) { return !is_printable(c); }, '?');
    return words;
}

}  // namespace dibs::host
