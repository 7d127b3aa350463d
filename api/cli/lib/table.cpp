// Formats tables, and cleans the text in them.
#include "api/cli/lib/table.hpp"

#include "api/cli/lib/table_fit.hpp"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

namespace dibs::cli {
namespace {

struct Decoded {
    char32_t point = 0;
    std::size_t size = 0;  // 0: broken
};

// One UTF-8 sequence: no overlong forms, surrogates or numbers above U+10FFFF.
Decoded decode(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const auto first = byte(0);
    if (first < 0x80) return {first, 1};
    const std::size_t size = first >= 0xf0 ? 4 : (first >= 0xe0 ? 3 : 2);
    if (first < 0xc2 || first > 0xf4 || text.size() < size) return {};
    char32_t point = first & (0x7fU >> size);
    for (std::size_t i = 1; i < size; ++i) {
        if ((byte(i) & 0xc0) != 0x80) return {};
        point = (point << 6) | (byte(i) & 0x3fU);
    }
    const bool overlong = (size == 3 && point < 0x800) || (size == 4 && point < 0x10000);
    if (overlong || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return {};
    return {point, size};
}

bool forbidden(char32_t point) {
    return point < 0x20 || (point >= 0x7f && point < 0xa0) ||  // C0, DEL, C1
           (point >= 0x202a && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069) ||
           point == 0x61c || point == 0x200e || point == 0x200f || point == 0x2028 ||
           point == 0x2029 || point == 0xfeff;
}

std::size_t width_of(char32_t point) {
    if ((point >= 0x300 && point <= 0x36f) || point == 0x200b || point == 0x200d ||
        (point >= 0xfe00 && point <= 0xfe0f)) {
        return 0;
    }
    const bool wide =
        (point >= 0x1100 && point <= 0x115f) || (point >= 0x2e80 && point <= 0xa4cf) ||
        (point >= 0xac00 && point <= 0xd7a3) || (point >= 0xf900 && point <= 0xfaff) ||
        (point >= 0xfe30 && point <= 0xfe6f) || (point >= 0xff00 && point <= 0xff60) ||
        (point >= 0x1f300 && point <= 0x1faff) || (point >= 0x20000 && point <= 0x3fffd);
    return wide ? 2 : 1;
}

// The text, cut to leave room for `mark` if it is too wide.
std::string cut(std::string_view text, std::size_t width, std::string_view mark) {
    if (display_width(text) <= width) return std::string(text);
    std::string result;
    std::size_t used = display_width(mark);
    while (!text.empty()) {
        const auto size = std::max<std::size_t>(decode(text).size, 1);
        used += display_width(text.substr(0, size));
        if (used > width) break;
        result += text.substr(0, size);
        text.remove_prefix(size);
    }
    return result.append(mark);
}

}  // namespace

std::string printable(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const auto [point, size] = decode(text);
        const char c = text.front();
        if (c == '\t' || c == '\n' || c == '\r') {
            result += ' ';
        } else if (size == 0 || forbidden(point)) {
            result += '?';
        } else {
            result += text.substr(0, size);
        }
        text.remove_prefix(std::max<std::size_t>(size, 1));
    }
    return result;
}

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const auto size = decode(text).size;
        if (size == 0) return false;
        text.remove_prefix(size);
    }
    return true;
}

std::string escaped(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const auto [point, size] = decode(text);
        if (size > 0 && forbidden(point)) {
            result += fmt::format("\\u{:04x}", static_cast<unsigned>(point));
        } else {
            result += text.substr(0, std::max<std::size_t>(size, 1));
        }
        text.remove_prefix(std::max<std::size_t>(size, 1));
    }
    return result;
}

std::size_t display_width(std::string_view text) {
    std::size_t width = 0;
    while (!text.empty()) {
        const auto [point, size] = decode(text);
        width += size == 0 ? 1 : width_of(point);
        text.remove_prefix(std::max<std::size_t>(size, 1));
    }
    return width;
}

void Table::add(std::vector<std::string> cells) {
    cells.resize(heading_.size());
    for (auto& cell : cells) cell = printable(cell);
    rows_.push_back(std::move(cells));
}

std::vector<std::size_t> Table::widths(std::size_t line) const {
    std::vector<ColumnNeed> needs;
    std::vector<std::size_t> natural;
    for (std::size_t i = 0; i < heading_.size(); ++i) {
        ColumnNeed need{display_width(heading_[i]), true, heading_[i] == "ID"};
        for (const auto& row : rows_) {
            need.width = std::max(need.width, display_width(row[i]));
            need.empty = need.empty && row[i].empty();
        }
        natural.push_back(need.width);
        needs.push_back(need);
    }
    return line == 0 ? natural : fitted_widths(needs, line);
}

std::vector<std::string> Table::left_out(std::size_t line) const {
    std::vector<std::string> result;
    const auto shown = widths(line);
    for (std::size_t i = 0; i < shown.size(); ++i) {
        if (shown[i] == 0) result.push_back(heading_[i]);
    }
    return result;
}

std::string Table::aligned(std::size_t line, std::string_view mark) const {
    const auto shown = widths(line);
    std::string result;
    const auto print = [&](const std::vector<std::string>& cells) {
        std::string text;
        std::size_t gap = 0;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (shown[i] == 0) continue;
            const auto cell = cut(cells[i].empty() ? "-" : cells[i], shown[i], mark);
            text.append(gap, ' ').append(cell);
            gap = shown[i] + between_columns - display_width(cell);
        }
        result += text + '\n';
    };
    print(heading_);
    for (const auto& row : rows_) print(row);
    return result;
}

std::string Table::tsv() const {
    std::string result;
    for (const auto& row : rows_) {
        for (std::size_t i = 0; i < row.size(); ++i) result += (i > 0 ? "\t" : "") + row[i];
        result += '\n';
    }
    return result;
}

}  // namespace dibs::cli
