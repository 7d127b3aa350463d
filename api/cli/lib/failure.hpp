// How a failed `dibs` command ends: a message, a next step and an exit code. A command line program
// stops at its first failure: Failure is thrown, and only main.cpp catches it.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace dibs::cli {

enum class Exit : int {
    ok = 0,
    failure = 1,
    usage = 2,
    not_found = 3,
    not_signed_in = 4,
    forbidden = 5,  // by a rule
    conflict = 6,   // or stale
    no_slot = 7,    // none found, or a wait timed out
    unreachable = 8,
    interrupted = 130,
};

class Failure : public std::runtime_error {
  public:
    Failure(Exit code, const std::string& message, std::string next, std::string body = {})
        : std::runtime_error(message),
          exit(code),
          next_step(std::move(next)),
          problem(std::move(body)) {}

    Exit exit;
    std::string next_step;  // a sentence, shown after the message
    std::string problem;    // the server's problem+json; empty if the server sent none
};

// The one table from the server's answer to an exit code: by the problem's code ("slot-taken"),
// else by the status.
[[nodiscard]] Exit exit_of(int status, std::string_view code);

// The failure for a status of 400 or more; any body is accepted.
[[nodiscard]] Failure failure_of(int status, std::string_view body);

}  // namespace dibs::cli
