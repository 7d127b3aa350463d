// What TensorHive's columns hold, as SQLAlchemy writes it into SQLite, and what a name must be to
// be one of Dibs. Pure.
#pragma once

#include "api/cli/lib/json.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dibs::cli::tensorhive {

// "2026-11-25 10:00:00.000000", UTC, in milliseconds since 1970; nothing for what is no such
// moment.
[[nodiscard]] std::optional<std::int64_t> read_moment_utc(std::string_view text);

// A schedule as a weekly window of the contract: days "135" (Monday is 1), hours "08:00:00.000000".
// TensorHive took an end of 23:59 for midnight, an end before the start for over midnight, and two
// equal hours for never. Nothing, with `fault` saying why, for what is no window.
[[nodiscard]] std::optional<Json> read_schedule(std::string_view days, std::string_view from,
                                                std::string_view until, std::string& fault);

// Why it cannot be an account of Dibs; empty if it can.
[[nodiscard]] std::string fault_of_account(std::string_view name);
// The same of a group's or a grant's name.
[[nodiscard]] std::string fault_of_name(std::string_view name);

// Without blanks around it.
[[nodiscard]] std::string_view trimmed(std::string_view text);
// In small letters as far as it is ASCII: how names are compared.
[[nodiscard]] std::string folded(std::string_view text);
// Its beginning, for a report: no control characters, so many bytes at most.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t most);

}  // namespace dibs::cli::tensorhive
