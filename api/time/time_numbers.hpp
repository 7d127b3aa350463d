// Parses one word with digits: "9", "9:30", "9.30", "9am", "24.11.", "2026-11-24T09:00Z", "4h",
// "1h30", PT4H, "+0545". Pure.
#pragma once

#include "api/time/time_token.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace dibs::time_phrase {

// The value of `least` to `most` digits; none for any other text.
[[nodiscard]] std::optional<int> number(std::string_view text, std::size_t least = 1,
                                        std::size_t most = 6);

struct NumberRead {
    std::vector<Token> tokens{};  // "2026-11-24t09:00" gives two; none: no digits
    std::optional<std::pair<DoubtKind, Token>> or_else{};  // the second meaning of a single token
};
[[nodiscard]] Result<NumberRead> read_number(std::string_view word);

// "4h", "1d12h", "1h30", "1.5h", "pt4h", "p1dt2h"; none for any other form.
[[nodiscard]] Result<std::optional<Span>> glued_length(std::string_view word);
// Adds `hundredths` of a unit; false if the unit is indivisible or a month.
[[nodiscard]] bool add_units(Span& span, int hundredths, Unit unit);

}  // namespace dibs::time_phrase
