// Keyset pagination: a page starts after the key of the last row already seen. Only the query that
// made a key understands its bytes. A foreign key is harmless, because it is only used to seek.
// Filtered queries read a bounded number of rows, so a page may be short and still have a `next`.
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

// Calls `use` with every row of a list, over all pages. `list` takes a PageFrom and returns a
// Slice.
template <class List, class Use>
void every_row(const List& list, const Use& use) {
    PageFrom page{.limit = 1000};
    do {
        auto slice = list(page);
        for (auto& row : slice.items) use(row);
        page.after = std::move(slice.next);
    } while (page.after);
}

}  // namespace dibs
