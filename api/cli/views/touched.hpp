// What a command does to bookings, those of others too: the server is asked beforehand (`dry_run`),
// the answer is shown, and somebody has to agree where bookings would be lost.
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
    std::int64_t version = 0;  // of If-Match; 0: none
};

enum class Asks { always, when_bookings_are_lost };

struct Preview {
    bool dry_run = false;  // it is all that is wanted
    Asks asks = Asks::always;
    std::string question{};  // "Disable Ann Nowak?"
};

// Adds the flag --dry-run, which shows the preview alone.
void add_dry_run(Command verb, bool& dry_run);

// The server's answer; nothing where --dry-run wanted the preview alone. With --yes nothing is
// asked, of nobody. Throws Failure where somebody says no, or nobody is there to say yes.
[[nodiscard]] std::optional<Json> send_once_agreed(Context& context, const Consequential& command,
                                                   const Preview& preview);

}  // namespace dibs::cli
