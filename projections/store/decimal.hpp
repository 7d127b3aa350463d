// A number with up to three decimals, kept as an integer of thousandths: what samples are scaled to
// and what JSON shows ("power_w": 87.5), without a floating-point number in between.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

namespace dibs::views {

struct Decimal {
    std::int64_t milli = 0;

    static constexpr Decimal of(std::int64_t whole) { return {whole * 1000}; }
    friend auto operator<=>(const Decimal&, const Decimal&) = default;
};

void write_json(std::string& out, Decimal value);

}  // namespace dibs::views
