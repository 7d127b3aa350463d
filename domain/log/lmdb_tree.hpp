// Reads the rows of a file of LMDB 0.9 page by page (lmdb_page.hpp). Follows no page number that
// leads out of the file or in a circle. Skips and counts damaged pages.
#pragma once

#include "domain/log/lmdb_page.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::lmdb_file {

// The source of the pages.
class PageSource {
  public:
    PageSource() = default;
    PageSource(const PageSource&) = delete;
    PageSource& operator=(const PageSource&) = delete;
    virtual ~PageSource() = default;

    [[nodiscard]] virtual std::size_t page_bytes() const = 0;
    [[nodiscard]] virtual std::uint64_t pages() const = 0;  // in the file
    // That page and the following ones, valid until the next call. Nothing if the file ends before,
    // or the disk cannot read them.
    virtual std::optional<std::string_view> read(PageNumber first, std::uint64_t count) = 0;
};

// The heads that LMDB can start from, the newest first.
[[nodiscard]] std::vector<FileHead> sound_heads(PageSource& file);

using OnRow = std::function<bool(std::string_view key, std::string_view value)>;

class TreeReader {
  public:
    explicit TreeReader(PageSource& file) : file_(file) {}

    // A table that the file's own tree names.
    [[nodiscard]] std::optional<TableHead> table(const FileHead& head, std::string_view name);
    // Visits its rows from that key on, in order, until `on_row` returns false.
    void scan(const TableHead& table, std::string_view from, const OnRow& on_row);
    // The key of its last row. Nothing if there is none or it cannot be read.
    [[nodiscard]] std::optional<std::string> last_key(const TableHead& table);
    // The number of damaged pages so far. Everything below a damaged branch is skipped too.
    [[nodiscard]] std::size_t damaged() const { return damaged_; }

  private:
    [[nodiscard]] std::optional<Page> page(PageNumber number, int level, std::string& bytes);
    bool scan_page(PageNumber number, int level, std::string_view from, const OnRow& on_row);
    bool give(const Node& node, const OnRow& on_row);

    PageSource& file_;
    std::size_t damaged_ = 0;
};

}  // namespace dibs::lmdb_file
