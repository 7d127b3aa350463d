// Writes a message to the terminals of one UNIX user of a host: the request (see programs.hpp) and
// its answer. The program is tell.py; its account must be in the group tty. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace dibs::host {

// For program_command(). printable_message cleans and cuts every message.
[[nodiscard]] std::string tell_request(std::string_view user, std::string_view message);

enum class TellOutcome {
    told,         // on at least one terminal
    nobody_told,  // all terminals are closed to messages or do not accept it
    no_terminal,  // the user has no terminal there
    not_allowed,  // the account is not in the group tty
    refused,      // no such user, no interpreter, not understood: see `detail`
    no_answer,    // no answer that can be parsed
};

struct TellAnswer {
    TellOutcome outcome{TellOutcome::no_answer};
    std::int64_t told{0};
    std::int64_t closed{0};  // by `mesg n`
    std::int64_t failed{0};
    std::string detail{};  // the host's text for people, printable ASCII

    friend bool operator==(const TellAnswer&, const TellAnswer&) = default;
};

[[nodiscard]] std::string_view to_text(TellOutcome outcome);

// Parses all standard output of the host. Never throws.
[[nodiscard]] TellAnswer tell_answer(std::string_view output);

}  // namespace dibs::host
