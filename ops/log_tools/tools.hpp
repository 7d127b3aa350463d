// What an operator asks dibsd about its log and its tables, and the ways out of damage: one
// function a subcommand. Each says on `out` what it found or did; an error is a sentence and an
// exit code. Run by main, on its one thread, with no dibsd on the data directory.
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

// The whole log by the reading rule: every checksum, the chain, and the seals. `head`: as `dibs
// audit head` told it once, which has to be among them; empty: any will do.
ToolResult<void> verify_log(const LogPlace& place, const std::string& head, std::ostream& out);

struct Shown {
    Position from = 0;  // what lies before the first fact comes with 0
    Position to = last_position;
    bool json = false;
    std::filesystem::path file{};  // an exported one, instead of the log
    // What is said beside what is shown.
    std::function<void(const std::string&)> note = [](const std::string&) {};
};
ToolResult<void> show_log(const LogPlace& place, const Shown& shown, std::ostream& out);

// What the reading rule accepts, up to the fact `to`.
ToolResult<void> export_log(const LogPlace& place, const std::filesystem::path& file, Position to,
                            std::ostream& out);

// The file as the log: into none, or the end that was cut off back onto the log it was cut from.
ToolResult<void> import_log(const LogPlace& place, const std::filesystem::path& file,
                            std::ostream& out);

struct Cut {
    Position after = 0;
    Instant now;                     // samples that are stamped behind it go too
    std::filesystem::path backup{};  // empty: in the data directory
    // What is asked before anything is done; whether the answer is yes.
    std::function<bool(const std::string& question)> confirm{};
};
ToolResult<void> cut_log(const LogPlace& place, const Cut& cut, std::ostream& out);

// The tables, row by row, against those that the log gives when it is read anew.
ToolResult<void> verify_tables(const LogPlace& place, std::ostream& out);

}  // namespace dibs::log_tools
