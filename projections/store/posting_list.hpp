// Posting lists, as in search engines: ascending numbers under a prefix, many to a row, so an index
// of millions of them is small and quick to write. A row's key is the prefix and its first number
// (8 bytes, big-endian). Its value has the other numbers as distances from the first (4 bytes
// each). No prefix may be the beginning of another. The rows depend on the numbers alone, not on
// how many were added at once. WriteTxn::post_later adds to a list.
#pragma once

#include "projections/store/keys.hpp"
#include "projections/store/store.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace dibs {

// The numbers of one row.
class PostingRow {
  public:
    static constexpr std::size_t most = 64;

    PostingRow() = default;
    PostingRow(std::uint64_t first, std::string_view others) : first_(first), others_(others) {}
    [[nodiscard]] std::size_t size() const { return 1 + others_.size() / width; }
    [[nodiscard]] std::uint64_t at(std::size_t index) const;
    // The index of the first number at or after `number`; `size()` if there is none.
    [[nodiscard]] std::size_t find(std::uint64_t number) const;

    // Appends a number to the value of a row; false if it belongs in the next row.
    static bool add(std::string& others, std::uint64_t first, std::uint64_t number);

  private:
    static constexpr std::size_t width = 4;
    std::uint64_t first_ = 0;
    std::string_view others_;
};

// A position in one list. Must end before its transaction.
class PostingCursor {
  public:
    PostingCursor(TableCursor cursor, std::string prefix)
        : cursor_(std::move(cursor)), prefix_(std::move(prefix)) {}

    // Each returns whether the cursor is on a number.
    bool seek(std::uint64_t number);         // the first at or after `number`
    bool seek_before(std::uint64_t number);  // the last before `number`
    bool next();
    bool prev();
    [[nodiscard]] std::uint64_t number() const { return row_.at(index_); }

  private:
    bool load_row();
    TableCursor cursor_;
    std::string prefix_;
    PostingRow row_;
    std::size_t index_ = 0;
};

// For the table's rows: the key of a row, whether the cursor is on a row of this list, and that
// row's first number.
[[nodiscard]] Key posting_key(std::string_view prefix, std::uint64_t first);
[[nodiscard]] bool is_row_of(std::string_view prefix, const TableCursor& cursor);
[[nodiscard]] std::uint64_t first_of(std::string_view prefix, const TableCursor& row);

}  // namespace dibs
