// The effect of a command on bookings, others' too. Asks the server first (`dry_run`), shows the
// answer, and asks for confirmation where bookings would be lost.
#pragma once

#include "api/cli/client/context.hpp"
#include "api/cli/grammar/command.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace dibs::cli {

struct Consequential {
    std::string method, path;
    Json body{};               // null: none
    std::int64_t version = 0;  // for If-Match; 0: not sent
};

enum class Confirmation { always, when_bookings_are_lost };

struct Preview {
    bool dry_run = false;  // show the preview and stop
    Confirmation confirmation = Confirmation::always;
    std::string question{};  // "Disable Ann Nowak?"
};

// Adds the flag --dry-run, which only shows the preview.
void add_dry_run(Command verb, bool& dry_run);

// The server's answer; none with --dry-run. Asks nothing with --yes. Throws Failure if the answer
// is no, or stdin is not a terminal.
[[nodiscard]] std::optional<Json> send_once_agreed(Context& context, const Consequential& command,
                                                   const Preview& preview);

}  // namespace dibs::cli
