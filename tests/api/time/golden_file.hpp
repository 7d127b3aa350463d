// Reads the cells of golden files: text between separators, without surrounding blanks.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::test {

inline std::string trim_blanks(std::string_view text) {
    const auto first = text.find_first_not_of(' ');
    if (first == std::string_view::npos) return "";
    return std::string(text.substr(first, text.find_last_not_of(' ') + 1 - first));
}

inline std::vector<std::string> split_cells(std::string_view text, std::string_view separator) {
    std::vector<std::string> cells;
    for (std::size_t at = 0; at <= text.size();) {
        const auto end = std::min(text.find(separator, at), text.size());
        cells.push_back(trim_blanks(text.substr(at, end - at)));
        at = end + separator.size();
    }
    return cells;
}

}  // namespace dibs::test
