// Small scanners of the probe's parser: they read numbers, times and text in the output of
// nvidia-smi and ps. Input may be hostile: nothing throws, nothing is guessed.
#pragma once

#include "domain/kernel/time.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dibs::probe {

// Returns the text before the first `separator`, or all of it; `rest` keeps the text behind it.
[[nodiscard]] std::string_view cut(std::string_view& rest, std::string_view separator);

// Returns the next word. Skips blanks before it and removes the one behind it.
[[nodiscard]] std::string_view cut_word(std::string_view& rest);

// Reads a whole number from `low` to `high` and nothing else; "[N/A]", "ERR!" and the like are
// absent.
[[nodiscard]] std::optional<std::int64_t> whole_number(std::string_view text, std::int64_t low,
                                                       std::int64_t high);

// "145.32" -> 145320, "-5" -> -5000: a number of at most 12 digits, with or without decimals, in
// thousandths.
[[nodiscard]] std::optional<std::int64_t> thousandths(std::string_view text);

// Reads "Sat Nov 21 09:00:00 2026", as `ps -o lstart=` prints it under TZ=UTC0; ignores the
// weekday.
[[nodiscard]] std::optional<Instant> ps_start_time(std::string_view& rest);
// Returns the text before the first start time, because an account may have blanks in its name.
// `rest` then begins with the start time. Empty: there is no start time.
[[nodiscard]] std::string_view cut_owner(std::string_view& rest);

// "GPU-…" or "MIG-…", the driver's names of GPUs and slices; on Jetson without "GPU-".
[[nodiscard]] bool is_device_uuid(std::string_view text);

// Makes valid UTF-8 without control characters: each bad byte becomes '?'.
[[nodiscard]] std::string clean_text(std::string_view text, std::size_t max_bytes);

}  // namespace dibs::probe
