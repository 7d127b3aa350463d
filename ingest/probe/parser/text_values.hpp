// The small scanners that the probe's parser is made of: numbers, times and text out of what
// nvidia-smi and ps print. Hostile input is normal here: nothing throws, nothing is guessed.
#pragma once

#include "domain/kernel/time.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dibs::probe {

// Up to and without the first `separator`; what follows it stays in `rest`. All, if there is none.
[[nodiscard]] std::string_view cut(std::string_view& rest, std::string_view separator);

// The next word; blanks before it are skipped, the one behind it is taken.
[[nodiscard]] std::string_view cut_word(std::string_view& rest);

// A whole number from `low` to `high` and nothing else; "[N/A]", "ERR!" and the like are absent.
[[nodiscard]] std::optional<std::int64_t> whole_number(std::string_view text, std::int64_t low,
                                                       std::int64_t high);

// "145.32" -> 145320, "-5" -> -5000: a number of at most 12 digits, with decimals or not, in
// thousandths.
[[nodiscard]] std::optional<std::int64_t> thousandths(std::string_view text);

// "Sat Nov 21 09:00:00 2026", as `ps -o lstart=` prints it under TZ=UTC0; the weekday is ignored.
[[nodiscard]] std::optional<Instant> ps_start_time(std::string_view& rest);
// What stands before the first start time, which `rest` begins with then: an account may have
// blanks in its name. Empty: there is no start time.
[[nodiscard]] std::string_view cut_owner(std::string_view& rest);

// "GPU-…" or "MIG-…", as the driver names a card and a slice of one; on Jetson without "GPU-".
[[nodiscard]] bool is_device_uuid(std::string_view text);

// Valid UTF-8 without control characters: each byte that offends becomes '?'.
[[nodiscard]] std::string clean_text(std::string_view text, std::size_t max_bytes);

}  // namespace dibs::probe
