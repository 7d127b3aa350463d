// Rows of text for people (aligned, with a heading) and for programs (tab separated, without).
// All text from outside passes here: control and direction characters never reach a terminal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dibs::cli {

// Control characters, broken UTF-8 and text-direction marks become '?'; tabs and line ends blanks.
[[nodiscard]] std::string printable(std::string_view text);
[[nodiscard]] bool is_utf8(std::string_view text);
// The same characters as JSON writes them, \u202e: nothing is lost and nothing is obeyed.
[[nodiscard]] std::string escaped(std::string_view text);
// Columns on a terminal: East Asian wide characters take two.
[[nodiscard]] std::size_t display_width(std::string_view text);

class Table {
  public:
    explicit Table(std::vector<std::string> heading) : heading_(std::move(heading)) {}

    void add(std::vector<std::string> cells);
    [[nodiscard]] bool empty() const { return rows_.empty(); }
    // Two blanks between columns, none at the end of a line; an absent cell is "-". On a line of so
    // many characters (0: as long as it takes) cells are cut, with `mark` for what is missing, and
    // columns left out.
    [[nodiscard]] std::string aligned(std::size_t line = 0, std::string_view mark = "") const;
    [[nodiscard]] std::vector<std::string> left_out(std::size_t line) const;  // headings
    // One row a line, cells parted by tabs; an absent cell is empty.
    [[nodiscard]] std::string tsv() const;

  private:
    [[nodiscard]] std::vector<std::size_t> widths(std::size_t line) const;  // 0: left out

    std::vector<std::string> heading_;
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace dibs::cli
