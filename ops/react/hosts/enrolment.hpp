// Brings the configured hosts onto the record at the start: enrols new ones, and changes those with
// a new address, port, account or key. Called by the daemon, whose thread waits for it.
#pragma once

#include "ingest/command_handler.hpp"
#include "ops/react/hosts/configured_host.hpp"
#include "projections/questions/snapshot.hpp"

#include <chrono>
#include <functional>
#include <vector>

namespace dibs {

// The commands that bring `configured` onto the record.
[[nodiscard]] std::vector<fleet::Command> enrolments(const std::vector<ConfiguredHost>& configured,
                                                     const Snapshot& tables, Instant now);

// Submits the commands in batches, so that other commands find room too, and waits for the answers.
// Retries where there is no room, or no log that accepts them; a rejected command is a warning.
// False if `give_up` returned true after its wait; the rest is not enrolled then.
using GiveUp = std::function<bool(std::chrono::milliseconds wait)>;
[[nodiscard]] bool enrol(std::vector<fleet::Command> commands, CommandHandler& handler,
                         const GiveUp& give_up);

}  // namespace dibs
