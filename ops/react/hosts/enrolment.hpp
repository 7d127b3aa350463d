// Brings the configured hosts onto the record at the start: enrols new ones, changes those whose
// address, port, account or key the configuration gives anew. Called by the daemon, whose thread
// waits meanwhile.
#pragma once

#include "ingest/command_handler.hpp"
#include "ops/react/hosts/configured_host.hpp"
#include "projections/questions/snapshot.hpp"

#include <chrono>
#include <functional>
#include <vector>

namespace dibs {

// The commands for it, given what is on record.
[[nodiscard]] std::vector<fleet::Command> enrolments(const std::vector<ConfiguredHost>& configured,
                                                     const Snapshot& tables, Instant now);

// Gives them to the handler, a part at a time, so that other commands find room too, and waits for
// the answers. What finds no room, or no log that takes it, is tried again; what is refused is a
// warning. False, with the rest not enrolled, if `give_up` said so after waiting as asked.
using GiveUp = std::function<bool(std::chrono::milliseconds wait)>;
[[nodiscard]] bool enrol(std::vector<fleet::Command> commands, CommandHandler& handler,
                         const GiveUp& give_up);

}  // namespace dibs
