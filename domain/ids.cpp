// Crockford base32 of a 128-bit number: 26 digits, the first of which holds only 3 bits.
#include "domain/ids.hpp"

#include <array>
#include <cstdint>

namespace dibs {
namespace {

constexpr std::string_view digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
constexpr std::size_t text_length = 26;

constexpr std::uint8_t no_digit = 255;

constexpr std::array<std::uint8_t, 256> make_values() {
    std::array<std::uint8_t, 256> values{};
    values.fill(no_digit);
    for (std::size_t i = 0; i < digits.size(); ++i) {
        const auto upper = static_cast<unsigned char>(digits[i]);
        values[upper] = static_cast<std::uint8_t>(i);
        if (upper >= 'A') values[upper - 'A' + 'a'] = static_cast<std::uint8_t>(i);
    }
    return values;
}
constexpr auto values = make_values();

}  // namespace

// Every digit by itself, from one of two halves: every record and every answer is full of ids.
void append_base32(std::string& out, const Uuid& uuid) {
    const auto half = [&](std::size_t from) {
        std::uint64_t value = 0;
        for (std::size_t i = from; i < from + 8; ++i) value = value << 8U | uuid[i];
        return value;
    };
    const std::uint64_t high = half(0);
    const std::uint64_t low = half(8);
    const auto start = out.size();
    out.append(text_length, '0');
    char* const text = out.data() + start;
    text[0] = digits[high >> 61U];
    for (unsigned i = 1; i <= 12; ++i) text[i] = digits[high >> (61U - 5 * i) & 31U];
    text[13] = digits[(high << 4U | low >> 60U) & 31U];
    for (unsigned i = 14; i <= 25; ++i) text[i] = digits[low >> (5 * (25U - i)) & 31U];
}

std::optional<Uuid> from_base32(std::string_view text) {
    if (text.size() != text_length) return std::nullopt;
    Uuid uuid{};
    unsigned bits = 0;
    unsigned held = 0;
    std::size_t at = uuid.size();
    for (std::size_t i = text_length; i-- > 0;) {
        const unsigned value = values[static_cast<unsigned char>(text[i])];
        if (value == no_digit || (i == 0 && value > 7)) return std::nullopt;
        bits |= value << held;
        held += 5;
        if (held >= 8 && at > 0) {
            uuid[--at] = static_cast<std::uint8_t>(bits & 255U);
            bits >>= 8U;
            held -= 8;
        }
    }
    return uuid;
}

}  // namespace dibs
