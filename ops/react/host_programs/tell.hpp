// Writing a message to the terminals of one UNIX user of a host: what is sent (see programs.hpp)
// and what its answer means. The program is tell.py; the account that it runs as must be in the
// group tty. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace dibs::host {

// For program_command(). The message is cleaned and cut by printable_message, whoever wrote it.
[[nodiscard]] std::string tell_request(std::string_view user, std::string_view message);

enum class TellOutcome {
    told,         // on one terminal at least
    nobody_told,  // there are terminals, but all are closed to messages or do not take it
    no_terminal,  // the user has none there
    not_allowed,  // the account is not in the group tty
    refused,      // no such user, no interpreter, not understood: see `detail`
    no_answer,    // the host gave none that can be understood
};

struct TellAnswer {
    TellOutcome outcome{TellOutcome::no_answer};
    std::int64_t told{0};
    std::int64_t closed{0};  // `mesg n`
    std::int64_t failed{0};
    std::string detail{};  // words of the host for people, printable ASCII

    friend bool operator==(const TellAnswer&, const TellAnswer&) = default;
};

[[nodiscard]] std::string_view to_text(TellOutcome outcome);

// Of all that the host printed to standard output. Never throws on it.
[[nodiscard]] TellAnswer tell_answer(std::string_view output);

}  // namespace dibs::host
