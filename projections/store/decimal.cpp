// Decimals as JSON: without an exponent and without trailing zeros.
#include "projections/store/decimal.hpp"

#include "domain/codec/json_writer.hpp"

namespace dibs::views {

void write_json(std::string& out, Decimal value) {
    std::int64_t whole = value.milli / 1000;
    std::int64_t rest = value.milli % 1000;
    if (value.milli < 0) {
        out += '-';
        whole = -whole;
        rest = -rest;
    }
    dibs::write_json(out, whole);
    if (rest == 0) return;
    const auto digit = [](std::int64_t n) { return static_cast<char>('0' + n % 10); };
    out += '.';
    out += digit(rest / 100);
    if (rest % 100 != 0) out += digit(rest / 10);
    if (rest % 10 != 0) out += digit(rest);
}

}  // namespace dibs::views
