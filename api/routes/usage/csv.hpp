// A table as CSV (RFC 4180): CRLF after each line, quotes where needed. A cell that a spreadsheet
// would take for a formula gets an apostrophe in front. The same after a semicolon, which separates
// cells in Polish and German. Names and titles come from people and hosts and may hold anything.
#pragma once

#include <string>
#include <string_view>

namespace dibs::routes {

class Csv {
  public:
    // Begins with the byte order mark by which spreadsheets recognize UTF-8.
    [[nodiscard]] static Csv file() {
        Csv csv;
        csv.out_ = "\xef\xbb\xbf";
        return csv;
    }
    Csv& text(std::string_view value) {
        std::string safe;
        // At the start of a cell, also for programs that split lines at other signs.
        bool begins = true;
        for (const char c : value) {
            constexpr std::string_view formula = "=+-@\t\r", parting = ";,\t\r\n";
            if (begins && formula.find(c) != std::string_view::npos) safe += '\'';
            begins = parting.find(c) != std::string_view::npos;
            safe += c;
        }
        return cell(safe);
    }
    // For text made by Dibs: numbers, ids, times.
    Csv& cell(std::string_view value) {
        if (!first_) out_ += ',';
        first_ = false;
        if (value.find_first_of(",\"\r\n") == std::string_view::npos) {
            out_ += value;
            return *this;
        }
        out_ += '"';
        for (const char c : value) {
            if (c == '"') out_ += '"';
            out_ += c;
        }
        out_ += '"';
        return *this;
    }
    void end_line() {
        out_ += "\r\n";
        first_ = true;
    }
    [[nodiscard]] std::string take() { return std::move(out_); }

  private:
    std::string out_;
    bool first_ = true;
};

}  // namespace dibs::routes
