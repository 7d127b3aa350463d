// Crockford base32 of a 128-bit number: 26 digits, the first of which holds only 3 bits.
#include "domain/kernel/ids.hpp"

#include <array>
#include <cstdint>

namespace dibs {
namespace {

constexpr std::string_view base32_digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
constexpr std::size_t text_length = 26;

constexpr std::uint8_t no_digit = 255;

constexpr std::array<std::uint8_t, 256> make_values() {
    std::array<std::uint8_t, 256> values{};
    values.fill(no_digit);
    for (std::size_t i = 0; i < base32_digits.size(); ++i) {
        const auto upper = static_cast<unsigned char>(base32_digits[i]);
        values[upper] = static_cast<std::uint8_t>(i);
        if (upper >= 'A') values[upper - 'A' + 'a'] = static_cast<std::uint8_t>(i);
    }
    return values;
}
constexpr auto values = make_values();

}  // namespace

// Computes every digit by itself, from one of two halves. This is fast: every record and every
// answer is full of ids.
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
    text[0] = base32_digits[high >> 61U];
    for (unsigned i = 1; i <= 12; ++i) text[i] = base32_digits[high >> (61U - 5 * i) & 31U];
    text[13] = base32_digits[(high << 4U | low >> 60U) & 31U];
    for (unsigned i = 14; i <= 25; ++i) text[i] = base32_digits[low >> (5 * (25U - i)) & 31U];
}

std::optional<Uuid> from_base32(std::string_view text) {
    if (text.size() != text_length) return std::nullopt;
    // The bits of all values: those of no_digit are above a digit's five bits.
    std::uint64_t seen = 0;
    const auto number = [&](std::size_t from, std::size_t until) {
        std::uint64_t sum = 0;
        for (std::size_t i = from; i < until; ++i) {
            const std::uint64_t value = values[static_cast<unsigned char>(text[i])];
            seen |= value;
            sum = sum << 5U | value;
        }
        return sum;
    };
    const auto first = number(0, 1);
    const auto upper = number(1, 13);
    const auto middle = number(13, 14);  // four of its bits belong to the lower half
    const auto lower = number(14, 26);
    if (seen > 31 || first > 7) return std::nullopt;
    Uuid uuid;
    const auto put_half = [&](std::size_t at, std::uint64_t half) {
        for (std::size_t i = 8; i-- > 0; half >>= 8U) {
            uuid[at + i] = static_cast<std::uint8_t>(half);
        }
    };
    put_half(0, first << 61U | upper << 1U | middle >> 4U);
    put_half(8, middle << 60U | lower);
    return uuid;
}

}  // namespace dibs
