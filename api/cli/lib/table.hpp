// Rows of text for people (aligned, with a heading) and for programs (tab separated, without).
// Removes control and direction characters from external text, so that none reaches a terminal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dibs::cli {

// Replaces control characters, broken UTF-8 and text-direction marks by '?', tabs and line ends by
// blanks.
[[nodiscard]] std::string printable(std::string_view text);
[[nodiscard]] bool is_utf8(std::string_view text);
// Escapes the same characters as JSON does, \u202e: nothing is lost and the terminal obeys none.
[[nodiscard]] std::string escaped(std::string_view text);
// Terminal columns: East Asian wide characters take two.
[[nodiscard]] std::size_t display_width(std::string_view text);

class Table {
  public:
    explicit Table(std::vector<std::string> heading) : heading_(std::move(heading)) {}

    void add(std::vector<std::string> cells);
    [[nodiscard]] bool empty() const { return rows_.empty(); }
    // Two blanks between columns, none at the end of a line; an absent cell is "-". `line`: width
    // in columns, 0: unlimited. Cells that do not fit are cut and get `mark`, or columns are left
    // out.
    [[nodiscard]] std::string aligned(std::size_t line = 0, std::string_view mark = "") const;
    [[nodiscard]] std::vector<std::string> left_out(std::size_t line) const;  // headings
    // One row per line, cells separated by tabs; an absent cell is empty.
    [[nodiscard]] std::string tsv() const;

  private:
    [[nodiscard]] std::vector<std::size_t> widths(std::size_t line) const;  // 0: left out

    std::vector<std::string> heading_;
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace dibs::cli
