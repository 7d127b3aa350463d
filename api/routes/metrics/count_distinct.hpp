// The number of distinct values in a list. Pure.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace dibs::routes {

template <class T>
[[nodiscard]] std::size_t count_distinct(std::vector<T> values) {
    std::sort(values.begin(), values.end());
    return static_cast<std::size_t>(std::unique(values.begin(), values.end()) - values.begin());
}

}  // namespace dibs::routes
