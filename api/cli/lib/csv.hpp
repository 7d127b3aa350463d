// CSV (RFC 4180) for spreadsheets. A cell that a spreadsheet would read as a formula gets an
// apostrophe: people and hosts choose names and titles.
#pragma once

#include <string>
#include <string_view>

namespace dibs::cli {

// Byte order mark, which makes spreadsheets read a file as UTF-8.
inline constexpr std::string_view utf8_mark = "\xef\xbb\xbf";

[[nodiscard]] inline std::string csv_cell(std::string_view value) {
    std::string cell = "\"";
    bool begins = true;  // a cell begins here, also for programs that split at semicolons
    for (const char c : value) {
        if (begins && std::string_view("=+-@\t\r").find(c) != std::string_view::npos) cell += '\'';
        begins = std::string_view(";,\t\r\n").find(c) != std::string_view::npos;
        if (c == '"') cell += '"';
        cell += c;
    }
    return cell + '"';
}

}  // namespace dibs::cli
