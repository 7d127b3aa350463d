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

std::string to_base32(const Uuid& uuid) {
    std::string text(text_length, '0');
    unsigned bits = 0;
    unsigned held = 0;
    std::size_t at = text_length;
    for (std::size_t i = uuid.size(); i-- > 0;) {
        bits |= static_cast<unsigned>(uuid[i]) << held;
        held += 8;
        while (held >= 5) {
            text[--at] = digits[bits & 31U];
            bits >>= 5U;
            held -= 5;
        }
    }
    text[0] = digits[bits & 31U];
    return text;
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
