// A number with up to three decimals, stored as an integer of thousandths. Samples are scaled to it
// and JSON shows it ("power_w": 87.5), without floating point in between.
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
