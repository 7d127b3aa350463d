// A table as CSV (RFC 4180): CRLF behind each line, quotes where they are needed. What a
// spreadsheet would take for a formula has an apostrophe before it, behind a semicolon too, which
// is what parts cells in Polish and German: names and titles are whatever people and hosts say.
#pragma once

#include <string>
#include <string_view>

namespace dibs::routes {

class Csv {
  public:
    // Begins with the mark by which spreadsheets know UTF-8.
    [[nodiscard]] static Csv file() {
        Csv csv;
        csv.out_ = "\xef\xbb\xbf";
        return csv;
    }
    Csv& text(std::string_view value) {
        std::string safe;
        bool begins = true;  // a cell, for a program that parts lines at other signs too
        for (const char c : value) {
            constexpr std::string_view formula = "=+-@\t\r", parting = ";,\t\r\n";
            if (begins && formula.find(c) != std::string_view::npos) safe += '\'';
            begins = parting.find(c) != std::string_view::npos;
            safe += c;
        }
        return cell(safe);
    }
    // What we wrote ourselves: numbers, ids, times.
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
