// Which columns of a table have room on a line, and how wide each is then. Pure.
#pragma once

#include <cstddef>
#include <vector>

namespace dibs::cli {

struct ColumnNeed {
    std::size_t width = 0;  // of its widest cell or its heading
    bool empty = false;     // no row has anything in it
    bool whole = false;     // an id: cut, it is of no use
};

inline constexpr std::size_t between_columns = 2;
// No column is cut below this.
inline constexpr std::size_t least_column = 12;

// The width of each column on a line of so many characters; 0: it is left out. Empty columns go
// first, then wide ones are cut, then columns go from the right. The first one stays.
[[nodiscard]] std::vector<std::size_t> fitted_widths(const std::vector<ColumnNeed>& columns,
                                                     std::size_t line);

}  // namespace dibs::cli
