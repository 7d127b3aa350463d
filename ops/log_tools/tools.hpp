// dibsd's tools for its log and its tables, and for recovery from damage: one function for each
// subcommand. Each prints its result to `out`; an error is a sentence and an exit code. Run by
// main, on its one thread, with no dibsd on the data directory.
#pragma once

#include "domain/kernel/time.hpp"
#include "ops/log_tools/log_place.hpp"
#include "ops/log_tools/tool_result.hpp"

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <limits>
#include <string>

namespace dibs::log_tools {

inline constexpr Position last_position = std::numeric_limits<Position>::max();

// Checks the whole log by the reading rule: every checksum, the chain, and the seals. `head`: an
// earlier output of `dibs audit head`, which has to be among the seals; empty: not checked.
ToolResult<void> verify_log(const LogPlace& place, const std::string& head, std::ostream& out);

struct Shown {
    Position from = 0;  // records before the first fact count as 0
    Position to = last_position;
    bool json = false;
    std::filesystem::path file{};  // an exported file, instead of the log
    // Receives remarks beside the output.
    std::function<void(const std::string&)> note = [](const std::string&) {};
};
ToolResult<void> show_log(const LogPlace& place, const Shown& shown, std::ostream& out);

// Exports the records that the reading rule accepts, up to the fact `to`.
ToolResult<void> export_log(const LogPlace& place, const std::filesystem::path& file, Position to,
                            std::ostream& out);

// Makes a log from the file: a new one, or the end that was cut off, back onto its log.
ToolResult<void> import_log(const LogPlace& place, const std::filesystem::path& file,
                            std::ostream& out);

struct Cut {
    Position after = 0;
    Instant now;                     // samples with a later timestamp are removed too
    std::filesystem::path backup{};  // empty: in the data directory
    // Asks before any change; true for yes.
    std::function<bool(const std::string& question)> confirm{};
};
ToolResult<void> cut_log(const LogPlace& place, const Cut& cut, std::ostream& out);

// Compares the tables, row by row, with those that a replay of the log gives.
ToolResult<void> verify_tables(const LogPlace& place, std::ostream& out);

}  // namespace dibs::log_tools
