// Column widths for a line.
#include "api/cli/lib/table_fit.hpp"

#include <algorithm>

namespace dibs::cli {
namespace {

using Widths = std::vector<std::size_t>;

std::size_t line_width(const Widths& widths) {
    std::size_t sum = 0;
    for (const auto width : widths) sum += width == 0 ? 0 : width + between_columns;
    return sum == 0 ? 0 : sum - between_columns;
}

// The widths of the shown columns, none above `cap`.
Widths capped(const std::vector<ColumnNeed>& columns, const Widths& shown, std::size_t cap) {
    Widths result = shown;
    for (std::size_t i = 0; i < result.size(); ++i) {
        if (!columns[i].whole) result[i] = std::min(result[i], cap);
    }
    return result;
}

// Hides columns from the right until the rest fits, with none wider than `cap`.
template <class MayGo>
void leave_out(const std::vector<ColumnNeed>& columns, Widths& shown, std::size_t line,
               std::size_t cap, MayGo may_go) {
    for (std::size_t i = shown.size(); i-- > 1;) {
        if (line_width(capped(columns, shown, cap)) <= line) return;
        if (may_go(columns[i])) shown[i] = 0;
    }
}

}  // namespace

std::vector<std::size_t> fitted_widths(const std::vector<ColumnNeed>& columns, std::size_t line) {
    Widths shown;
    for (const auto& column : columns) shown.push_back(column.width);
    if (shown.empty()) return shown;
    const auto widest = *std::max_element(shown.begin(), shown.end());
    leave_out(columns, shown, line, widest, [](const ColumnNeed& column) { return column.empty; });
    leave_out(columns, shown, line, least_column, [](const ColumnNeed&) { return true; });
    auto cap = widest;
    while (cap > least_column && line_width(capped(columns, shown, cap)) > line) --cap;
    return capped(columns, shown, cap);
}

}  // namespace dibs::cli
