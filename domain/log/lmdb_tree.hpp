// The rows of a file of LMDB 0.9, read page by page (lmdb_page.hpp). Nothing here follows what
// leads out of the file, or in a circle: what is damaged is left out, and counted.
#pragma once

#include "domain/log/lmdb_page.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::lmdb_file {

// Where the pages come from.
class PageSource {
  public:
    PageSource() = default;
    PageSource(const PageSource&) = delete;
    PageSource& operator=(const PageSource&) = delete;
    virtual ~PageSource() = default;

    [[nodiscard]] virtual std::size_t page_bytes() const = 0;
    [[nodiscard]] virtual std::uint64_t pages() const = 0;  // in the file
    // That page and those behind it; valid until the next call. Nothing: the file ends before, or
    // the disk does not give them.
    virtual std::optional<std::string_view> read(PageNumber first, std::uint64_t count) = 0;
};

// Those that LMDB can begin with, the newest first.
[[nodiscard]] std::vector<FileHead> sound_heads(PageSource& file);

using OnRow = std::function<bool(std::string_view key, std::string_view value)>;

class TreeReader {
  public:
    explicit TreeReader(PageSource& file) : file_(file) {}

    // One that is named in the file's own tree.
    [[nodiscard]] std::optional<TableHead> table(const FileHead& head, std::string_view name);
    // Its rows from that key on, in order, until `on_row` says false.
    void scan(const TableHead& table, std::string_view from, const OnRow& on_row);
    // The key of its last row. Nothing: there is none, or it cannot be read.
    [[nodiscard]] std::optional<std::string> last_key(const TableHead& table);
    // How many pages were left out until now. With a branch, all that is below it.
    [[nodiscard]] std::size_t damaged() const { return damaged_; }

  private:
    [[nodiscard]] std::optional<Page> page(PageNumber number, int level, std::string& bytes);
    bool scan_page(PageNumber number, int level, std::string_view from, const OnRow& on_row);
    bool give(const Node& node, const OnRow& on_row);

    PageSource& file_;
    std::size_t damaged_ = 0;
};

}  // namespace dibs::lmdb_file
