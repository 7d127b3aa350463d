// Takes numbers whole and within their bounds, or not at all. Text from a host becomes valid UTF-8
// without control characters, cut between characters.
#include "ingest/probe/parser/text_values.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace dibs::probe {
namespace {

// Returns the length of the well-formed UTF-8 sequence at the start of `text`; 0: there is none.
std::size_t utf8_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const auto lead = byte(0);
    const std::size_t length = lead < 0x80              ? 1U
                               : (lead & 0xE0U) == 0xC0 ? 2U
                               : (lead & 0xF0U) == 0xE0 ? 3U
                               : (lead & 0xF8U) == 0xF0 ? 4U
                                                        : 0U;
    if (length == 0 || length > text.size()) {
        return 0;
    }
    constexpr std::array<std::uint32_t, 5> smallest{0, 0, 0x80, 0x800, 0x10000};
    std::uint32_t point = length == 1 ? lead : lead & (0xFFU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0U) != 0x80) {
            return 0;
        }
        point = point << 6U | (byte(i) & 0x3FU);
    }
    const bool surrogate = point >= 0xD800 && point <= 0xDFFF;
    return point < smallest[length] || point > 0x10FFFF || surrogate ? 0 : length;
}

bool is_control(std::string_view sequence) {
    const auto first = static_cast<unsigned char>(sequence[0]);
    if (sequence.size() == 1) {
        return first < 0x20 || first == 0x7F;
    }
    // U+0080..U+009F, the bidirectional overrides U+202A..U+202E and U+2066..U+2069,
    // and the line and paragraph separators U+2028 and U+2029
    if (sequence.size() == 2) {
        return first == 0xC2 && static_cast<unsigned char>(sequence[1]) < 0xA0;
    }
    const auto third = static_cast<unsigned char>(sequence[2]);
    return (sequence.substr(0, 2) == "\xE2\x80" && third >= 0xA8 && third <= 0xAE) ||
           (sequence.substr(0, 2) == "\xE2\x81" && third >= 0xA6 && third <= 0xA9);
}

// 8-4-4-4-12 hexadecimal digits.
bool is_bare_uuid(std::string_view text) {
    constexpr std::string_view shape = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
    const auto fits = [](char c, char of) {
        const bool digit =
            (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
        return of == '-' ? c == '-' : digit;
    };
    return std::equal(text.begin(), text.end(), shape.begin(), shape.end(), fits);
}

std::optional<unsigned> month_number(std::string_view name) {
    constexpr std::string_view names = "JanFebMarAprMayJunJulAugSepOctNovDec";
    const auto at = names.find(name);
    if (name.size() != 3 || at == std::string_view::npos || at % 3 != 0) {
        return std::nullopt;
    }
    return static_cast<unsigned>(at / 3 + 1);
}

}  // namespace

std::string_view cut(std::string_view& rest, std::string_view separator) {
    const auto at = rest.find(separator);
    const auto piece = rest.substr(0, at);
    rest = at == std::string_view::npos ? std::string_view{} : rest.substr(at + separator.size());
    return piece;
}

std::string_view cut_word(std::string_view& rest) {
    const auto from = rest.find_first_not_of(' ');
    rest = from == std::string_view::npos ? std::string_view{} : rest.substr(from);
    return cut(rest, " ");
}

std::optional<std::int64_t> whole_number(std::string_view text, std::int64_t low,
                                         std::int64_t high) {
    std::int64_t value{};
    const auto* const end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || at != end || value < low || value > high) {
        return std::nullopt;
    }
    return value;
}

std::optional<std::int64_t> thousandths(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    const auto whole = whole_number(cut(text, "."), 0, 999'999'999'999);
    if (!whole) {
        return std::nullopt;
    }
    std::int64_t value = *whole * 1000;
    std::int64_t unit = 100;
    for (const char c : text) {
        if (c < '0' || c > '9') {
            return std::nullopt;
        }
        value += (c - '0') * unit;
        unit /= 10;
    }
    return negative ? -value : value;
}

std::optional<Instant> ps_start_time(std::string_view& rest) {
    using namespace std::chrono;
    static_cast<void>(cut_word(rest));
    const auto month_of_year = month_number(cut_word(rest));
    const auto day_of_month = whole_number(cut_word(rest), 1, 31);
    auto clock = cut_word(rest);
    const auto h = whole_number(cut(clock, ":"), 0, 23);
    const auto m = whole_number(cut(clock, ":"), 0, 59);
    const auto s = whole_number(clock, 0, 60);
    const auto y = whole_number(cut_word(rest), 1970, 9999);
    if (!month_of_year || !day_of_month || !h || !m || !s || !y) {
        return std::nullopt;
    }
    const year_month_day date{year{static_cast<int>(*y)}, month{*month_of_year},
                              day{static_cast<unsigned>(*day_of_month)}};
    if (!date.ok()) {
        return std::nullopt;
    }
    return Instant{sys_days{date} + hours{*h} + minutes{*m} + seconds{*s}};
}

std::string_view cut_owner(std::string_view& rest) {
    for (auto end = rest.find(' ', rest.find_first_not_of(' ')); end != std::string_view::npos;
         end = rest.find(' ', rest.find_first_not_of(' ', end))) {
        auto behind = rest.substr(end);
        if (!ps_start_time(behind)) continue;
        auto name = rest.substr(0, end);
        name.remove_prefix(std::min(name.find_first_not_of(' '), name.size()));
        rest.remove_prefix(end);
        return name;
    }
    return {};
}

std::string clean_text(std::string_view text, std::size_t max_bytes) {
    std::string clean;
    clean.reserve(std::min(text.size(), max_bytes));
    while (!text.empty()) {
        const auto length = utf8_length(text);
        const auto taken = length == 0 ? 1 : length;
        if (clean.size() + taken > max_bytes) {
            break;
        }
        if (length == 0 || is_control(text.substr(0, length))) {
            clean.push_back('?');
        } else {
            clean.append(text.substr(0, length));
        }
        text.remove_prefix(taken);
    }
    return clean;
}

bool is_device_uuid(std::string_view text) {
    constexpr std::size_t max_uuid_bytes = 96;
    if (is_bare_uuid(text)) return true;
    if (text.size() < 5 || text.size() > max_uuid_bytes ||
        !(text.starts_with("GPU-") || text.starts_with("MIG-"))) {
        return false;
    }
    constexpr std::string_view allowed =
        "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-/";
    return text.find_first_not_of(allowed) == std::string_view::npos;
}

}  // namespace dibs::probe
