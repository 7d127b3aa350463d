// A table as CSV (RFC 4180) for spreadsheets: what one of them would take for a formula has an
// apostrophe before it, for names and titles are whatever people and hosts say.
#pragma once

#include <string>
#include <string_view>

namespace dibs::cli {

// What a file begins with, so that spreadsheets know it for UTF-8.
inline constexpr std::string_view utf8_mark = "\xef\xbb\xbf";

[[nodiscard]] inline std::string csv_cell(std::string_view value) {
    std::string cell = "\"";
    bool begins = true;  // a cell, also for a program that parts lines at semicolons
    for (const char c : value) {
        if (begins && std::string_view("=+-@\t\r").find(c) != std::string_view::npos) cell += '\'';
        begins = std::string_view(";,\t\r\n").find(c) != std::string_view::npos;
        if (c == '"') cell += '"';
        cell += c;
    }
    return cell + '"';
}

}  // namespace dibs::cli
