// One page of a table, by walking it from the right key. Shared by all listing queries.
#pragma once

#include "projections/store/page.hpp"
#include "projections/store/store.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

namespace dibs {

enum class Order { ascending, descending };

// Bounds one request: a filter that matches nothing must not walk the whole table.
inline constexpr std::size_t most_looked_at = 5000;

struct Walk {
    std::string_view prefix{};  // of all keys in the list
    std::string_view start{};   // the first key wanted, if not the prefix itself; ascending only
    Order order = Order::ascending;
};

inline bool begin_walk(TableCursor& cursor, const Walk& walk,
                       const std::optional<std::string>& after) {
    if (walk.order == Order::ascending) {
        const auto first = std::max(walk.start, walk.prefix);
        if (!after || *after < first) return cursor.seek(first);
        return cursor.seek(*after) && (cursor.key() != *after || cursor.next());
    }
    if (after) return cursor.seek_before(*after);
    std::string behind(walk.prefix);  // the smallest text that sorts after all with the prefix
    while (!behind.empty() && static_cast<unsigned char>(behind.back()) == 0xFFU) behind.pop_back();
    if (behind.empty()) return cursor.last();
    behind.back() = static_cast<char>(static_cast<unsigned char>(behind.back()) + 1U);
    return cursor.seek_before(behind);
}

// `visit(cursor, row)` returns false at the end of the list. It sets `row` (an optional) if this
// row is in the list.
template <class Row, class Visit>
Slice<Row> scan_page(TableCursor& cursor, const Walk& walk, const PageFrom& page,
                     const Visit& visit) {
    Slice<Row> slice;
    std::string last_taken;
    std::size_t looked_at = 0;
    bool more = begin_walk(cursor, walk, page.after);
    while (more && cursor.key().starts_with(walk.prefix)) {
        std::optional<Row> row;
        if (!visit(cursor, row)) break;
        if (row) {
            if (slice.items.size() == page.limit) {
                slice.next = last_taken;
                break;
            }
            slice.items.push_back(std::move(*row));
            last_taken = cursor.key();
        } else if (++looked_at >= most_looked_at) {
            slice.next = std::string(cursor.key());
            break;
        }
        more = walk.order == Order::ascending ? cursor.next() : cursor.prev();
    }
    return slice;
}

// The same for a list made in memory, ordered by key.
template <class Row>
class PageMaker {
  public:
    explicit PageMaker(const PageFrom& page) : page_(page) {}
    // False: the page is full, and there is more.
    bool offer(std::string_view key, const auto& make) {
        if (page_.after && key <= *page_.after) return true;
        if (slice.items.size() == page_.limit) {
            slice.next = last_;
            return false;
        }
        slice.items.push_back(make());
        last_ = key;
        return true;
    }
    Slice<Row> slice{};

  private:
    const PageFrom& page_;
    std::string last_;
};

template <class T>
[[nodiscard]] bool contains(const std::vector<T>& list, const T& value) {
    return std::find(list.begin(), list.end(), value) != list.end();
}

}  // namespace dibs
