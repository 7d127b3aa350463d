// Reads stdin and switches the terminal's echo. Ctrl-C while a secret is typed restores the echo
// first.
#include "api/cli/lib/terminal.hpp"

#include "api/cli/lib/failure.hpp"

#include <csignal>
#include <iostream>
#include <iterator>

#include <termios.h>
#include <unistd.h>

namespace dibs::cli {
namespace {

termios echo_on{};  // its state before; only used while a secret is typed

void restore_and_end(int signal) {
    ::tcsetattr(STDIN_FILENO, TCSANOW, &echo_on);
    ::_exit(128 + signal);
}

// Turns the echo off during its lifetime.
class Silence {
  public:
    Silence() {
        if (::tcgetattr(STDIN_FILENO, &echo_on) != 0) return;
        before_ = std::signal(SIGINT, restore_and_end);
        termios silent = echo_on;
        silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        set_ = ::tcsetattr(STDIN_FILENO, TCSANOW, &silent) == 0;
    }
    ~Silence() {
        if (set_) ::tcsetattr(STDIN_FILENO, TCSANOW, &echo_on);
        if (before_ != nullptr) std::signal(SIGINT, before_);
    }
    Silence(const Silence&) = delete;
    Silence& operator=(const Silence&) = delete;

  private:
    bool set_ = false;
    void (*before_)(int) = nullptr;
};

void require_somebody(bool interactive, const std::string& prompt) {
    if (interactive) return;
    throw Failure(Exit::usage, "Missing, and there is no terminal to ask for it: " + prompt,
                  "Give it as an option; secrets with --password-stdin. See --help.");
}

}  // namespace

bool SystemTerminal::interactive() const {
    return ::isatty(STDIN_FILENO) == 1;
}

std::string SystemTerminal::read_line() {
    std::string line;
    std::getline(std::cin, line);
    if (line.ends_with('\r')) line.pop_back();
    return line;
}

std::string SystemTerminal::read_all() {
    return {std::istreambuf_iterator<char>(std::cin), {}};
}

std::string SystemTerminal::ask(const std::string& prompt) {
    require_somebody(interactive(), prompt);
    std::cerr << prompt << ": " << std::flush;
    return read_line();
}

std::string SystemTerminal::ask_secret(const std::string& prompt) {
    require_somebody(interactive(), prompt);
    std::cerr << prompt << ": " << std::flush;
    std::string secret;
    {
        const Silence silence;
        secret = read_line();
    }
    std::cerr << '\n';
    return secret;
}

}  // namespace dibs::cli
