// Finds a number in two steps: first its row by key in the table, then its index by binary search
// in the row. Rows are read in place, from the transaction's memory.
#include "projections/store/posting_list.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <ranges>

namespace dibs {

std::uint64_t PostingRow::at(std::size_t index) const {
    if (index == 0) return first_;
    std::uint32_t distance = 0;
    std::memcpy(&distance, others_.data() + (index - 1) * width, width);
    return first_ + distance;
}

std::size_t PostingRow::find(std::uint64_t number) const {
    const auto is_below = [&](std::size_t index) { return at(index) < number; };
    return *std::ranges::partition_point(std::views::iota(std::size_t{0}, size()), is_below);
}

bool PostingRow::add(std::string& others, std::uint64_t first, std::uint64_t number) {
    const std::uint64_t distance = number - first;  // `number` is at or after `first`
    if (others.size() >= (most - 1) * width) return false;
    if (distance > std::numeric_limits<std::uint32_t>::max()) return false;
    const auto stored_distance = static_cast<std::uint32_t>(distance);
    others.append(reinterpret_cast<const char*>(&stored_distance), width);
    return true;
}

Key posting_key(std::string_view prefix, std::uint64_t first) {
    return Key().bytes(prefix).number(first);
}

bool is_row_of(std::string_view prefix, const TableCursor& cursor) {
    return cursor.valid() && cursor.key().size() == prefix.size() + sizeof(std::uint64_t) &&
           cursor.key().starts_with(prefix);
}

std::uint64_t first_of(std::string_view prefix, const TableCursor& row) {
    return KeyReader(row.key().substr(prefix.size())).number();
}

// Reads the row at the table cursor and goes to its first number. False at the end of the list.
bool PostingCursor::load_row() {
    if (!is_row_of(prefix_, cursor_)) return false;
    row_ = {first_of(prefix_, cursor_), cursor_.value()};
    index_ = 0;
    return true;
}

bool PostingCursor::seek(std::uint64_t number) {
    // The row that begins below `number` may hold the answer. If not, the next row begins with it.
    if (cursor_.seek_before(posting_key(prefix_, number)) && load_row()) {
        index_ = row_.find(number);
        return index_ < row_.size() || (cursor_.next() && load_row());
    }
    return cursor_.seek(posting_key(prefix_, number)) && load_row();
}

bool PostingCursor::seek_before(std::uint64_t number) {
    if (!cursor_.seek_before(posting_key(prefix_, number)) || !load_row()) return false;
    index_ = row_.find(number) - 1;  // at least 0: the row's first number is below `number`
    return true;
}

bool PostingCursor::next() {
    if (index_ + 1 < row_.size()) {
        ++index_;
        return true;
    }
    return cursor_.next() && load_row();
}

bool PostingCursor::prev() {
    if (index_ > 0) {
        --index_;
        return true;
    }
    if (!cursor_.prev() || !load_row()) return false;
    index_ = row_.size() - 1;
    return true;
}

}  // namespace dibs
