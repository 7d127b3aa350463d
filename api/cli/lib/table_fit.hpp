// Which columns of a table fit on a line, and their widths. Pure.
#pragma once

#include <cstddef>
#include <vector>

namespace dibs::cli {

struct ColumnNeed {
    std::size_t width = 0;  // of its widest cell or its heading
    bool empty = false;     // no row has a value in it
    bool whole = false;     // an id: useless when cut
};

inline constexpr std::size_t between_columns = 2;
// The minimum width of a cut column.
inline constexpr std::size_t least_column = 12;

// The width of each column on a line of `line` characters; 0: left out. Empty columns go first,
// then wide ones are cut, then columns go from the right. The first column stays.
[[nodiscard]] std::vector<std::size_t> fitted_widths(const std::vector<ColumnNeed>& columns,
                                                     std::size_t line);

}  // namespace dibs::cli
