// Parses TensorHive's columns as SQLAlchemy writes them into SQLite, and checks names for Dibs.
// Pure.
#pragma once

#include "api/cli/lib/json.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dibs::cli::tensorhive {

// "2026-11-25 10:00:00.000000", UTC, as ms since 1970; none for other text.
[[nodiscard]] std::optional<std::int64_t> read_moment_utc(std::string_view text);

// A schedule as a weekly window of the contract: days "135" (Monday is 1), hours "08:00:00.000000".
// As in TensorHive, an end of 23:59 means midnight. An end before the start is on the next day; two
// equal hours mean never. None if it is not a window; `fault` then has the reason.
[[nodiscard]] std::optional<Json> read_schedule(std::string_view days, std::string_view from,
                                                std::string_view until, std::string& fault);

// Why it cannot be an account of Dibs; empty if it can.
[[nodiscard]] std::string fault_of_account(std::string_view name);
// The same for the name of a group or grant.
[[nodiscard]] std::string fault_of_name(std::string_view name);

// Without surrounding blanks.
[[nodiscard]] std::string_view trimmed(std::string_view text);
// ASCII letters in lower case, to compare names.
[[nodiscard]] std::string folded(std::string_view text);
// Its beginning for a report, without control characters, at most `most` bytes.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t most);

}  // namespace dibs::cli::tensorhive
