// Uses the Unicode tables of utf8proc, which rejects overlong forms, surrogates and code points
// beyond the range.
#include "ops/react/host_programs/printable.hpp"

#include <algorithm>

#include <utf8proc.h>

namespace dibs::host {
namespace {

struct Character {
    std::size_t size = 1;  // bytes
    bool harmless = false;
};

Character first_of(std::string_view text) {
    utf8proc_int32_t point = 0;
    const auto size = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                       static_cast<utf8proc_ssize_t>(text.size()), &point);
    if (size < 1) return {};
    const Character found{static_cast<std::size_t>(size), false};
    if (point < 0x80) return {1, point >= ' ' && point <= '~'};
    switch (utf8proc_category(point)) {
        case UTF8PROC_CATEGORY_LU:
        case UTF8PROC_CATEGORY_LL:
        case UTF8PROC_CATEGORY_LT:
        case UTF8PROC_CATEGORY_LM:
        case UTF8PROC_CATEGORY_LO:
            return {found.size, true};
        default:
            return found;
    }
}

}  // namespace

std::string printable_message(std::string_view text) {
    std::string message;
    // Each line, and the beginning of the message, is written with two additional bytes.
    std::size_t written = 4;
    std::size_t lines = 1;
    while (!text.empty()) {
        if (text.starts_with("\r\n")) text.remove_prefix(1);
        if (text.front() == '\n') {
            written += 2;
            if (++lines > most_message_lines || written > longest_message) break;
            message += '\n';
            text.remove_prefix(1);
            continue;
        }
        const auto [size, harmless] = first_of(text);
        const auto as = harmless               ? text.substr(0, size)
                        : text.front() == '\t' ? std::string_view(" ")
                                               : std::string_view("?");
        written += as.size();
        if (written > longest_message) break;
        message += as;
        text.remove_prefix(size);
    }
    while (message.ends_with('\n')) message.pop_back();
    return message;
}

}  // namespace dibs::host
