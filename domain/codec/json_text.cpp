// Escapes byte by byte, and copies plain runs at once.
#include "domain/codec/json_text.hpp"

#include <cstdint>

namespace dibs {
namespace {

constexpr std::string_view hex = "0123456789abcdef";
constexpr std::string_view replacement = "\xEF\xBF\xBD";

bool plain(unsigned char c) {
    return c >= 0x20 && c < 0x7F && c != '"' && c != '\\';
}

void append_escaped(std::string& out, unsigned char c) {
    switch (c) {
        case '"':
            out += "\\\"";
            return;
        case '\\':
            out += "\\\\";
            return;
        case '\n':
            out += "\\n";
            return;
        case '\r':
            out += "\\r";
            return;
        case '\t':
            out += "\\t";
            return;
        default:
            out += "\\u00";
            out += hex[c >> 4U];
            out += hex[c & 15U];
    }
}

// The length of the valid UTF-8 sequence at the front, or 0. Overlong forms, surrogates and numbers
// above U+10FFFF are invalid (Unicode 15, table 3-7).
std::size_t sequence_length(std::string_view s) {
    const auto at = [&](std::size_t i) -> unsigned {
        return i < s.size() ? static_cast<unsigned char>(s[i]) : 0U;
    };
    const auto tail = [&](std::size_t i) { return (at(i) & 0xC0U) == 0x80U; };
    const unsigned first = at(0);
    if (first >= 0xC2 && first <= 0xDF) return tail(1) ? 2 : 0;
    if (first >= 0xE0 && first <= 0xEF) {
        const bool low = first == 0xE0 && at(1) < 0xA0;
        const bool surrogate = first == 0xED && at(1) > 0x9F;
        return tail(1) && tail(2) && !low && !surrogate ? 3 : 0;
    }
    if (first >= 0xF0 && first <= 0xF4) {
        const bool low = first == 0xF0 && at(1) < 0x90;
        const bool high = first == 0xF4 && at(1) > 0x8F;
        return tail(1) && tail(2) && tail(3) && !low && !high ? 4 : 0;
    }
    return 0;
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
    out += '"';
    while (!text.empty()) {
        std::size_t run = 0;
        while (run < text.size() && plain(static_cast<unsigned char>(text[run]))) ++run;
        out += text.substr(0, run);
        text.remove_prefix(run);
        if (text.empty()) break;
        const auto c = static_cast<unsigned char>(text.front());
        if (c < 0x80) {
            append_escaped(out, c);
            text.remove_prefix(1);
            continue;
        }
        const std::size_t length = sequence_length(text);
        const bool control = length == 2 && c == 0xC2 && static_cast<unsigned char>(text[1]) < 0xA0;
        if (control) {
            append_escaped(out, static_cast<unsigned char>(text[1]));  // U+0080 to U+009F
        } else {
            out += length > 0 ? text.substr(0, length) : replacement;
        }
        text.remove_prefix(length > 0 ? length : 1);
    }
    out += '"';
}

}  // namespace dibs
