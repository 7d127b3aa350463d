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

// Every row of a list, however many pages it takes: `list` answers a PageFrom with a Slice.
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
