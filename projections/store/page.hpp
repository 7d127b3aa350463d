// Keyset pages: a page starts behind the key of the last row already seen. A key is bytes that only
// the query which made it understands; one from elsewhere is harmless, it is only sought. Filtered
// queries look at a bounded number of rows, so a page may be short and still have a `next`.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace dibs {

struct PageFrom {
    std::size_t limit = 100;
    std::optional<std::string> after{};  // none: the first page
};

template <class Row>
struct Slice {
    std::vector<Row> items;
    std::optional<std::string> next{};  // `after` of the next page; none: this was the last
};

}  // namespace dibs
