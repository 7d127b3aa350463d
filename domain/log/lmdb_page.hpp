// The pages of a file of LMDB 0.9 as this machine writes them (mdb.c: MDB_meta, MDB_page, MDB_node,
// MDB_db), read with bounds checks. LMDB itself follows any page number without checks. This code
// rejects every page that LMDB would not write. The adapters of the log and the tables use it to
// check pages before LMDB follows them, and to read pages that LMDB cannot.
//
// Views point into the bytes they were read from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace dibs::lmdb_file {

using PageNumber = std::uint64_t;
inline constexpr PageNumber no_page = ~PageNumber{0};  // the root of an empty table
inline constexpr PageNumber head_pages = 2;
inline constexpr int deepest = 32;  // CURSOR_STACK
inline constexpr std::size_t page_header_bytes = 16;

struct TableHead {             // MDB_db
    std::uint32_t page_bytes;  // of the file; only in the list of free pages
    std::uint16_t flags, depth;
    std::uint64_t branch_pages, leaf_pages, overflow_pages, entries;
    PageNumber root;
};
struct FileHead {  // MDB_meta
    std::uint32_t magic, version;
    std::uint64_t address, map_bytes;
    TableHead free, main;
    PageNumber last_page;
    std::uint64_t transaction;
};
static_assert(sizeof(TableHead) == 48 && sizeof(FileHead) == 136);

// The head on page 0 or 1, if LMDB can start from it. The file may end before the last page of the
// head.
[[nodiscard]] std::optional<FileHead> read_head(std::string_view page, PageNumber number);

struct Node {
    std::string_view key;    // the key of a branch's first node has no meaning
    PageNumber page = 0;     // of a branch: the child; of a leaf: the first page of a large value
    std::string_view value;  // if it is on this page
    std::size_t value_bytes = 0;
    bool is_elsewhere = false;  // the value has pages of its own
    bool is_table = false;      // the value is a TableHead
};
[[nodiscard]] std::optional<TableHead> table_in(const Node& node);

// A branch or a leaf of a tree.
class Page {
  public:
    // `bytes` is the whole page. Nothing unless each node fits on it, with lengths and flags that
    // Dibs writes.
    static std::optional<Page> read(std::string_view bytes, PageNumber number);

    [[nodiscard]] bool is_branch() const { return branch_; }
    [[nodiscard]] std::size_t size() const { return nodes_; }
    [[nodiscard]] Node node(std::size_t index) const;
    // The start and end of the gap between the list of nodes and the nodes.
    [[nodiscard]] std::size_t gap_begin() const { return gap_begin_; }
    [[nodiscard]] std::size_t gap_end() const { return gap_end_; }

  private:
    [[nodiscard]] bool fits(std::size_t index) const;

    std::string_view bytes_{};
    bool branch_ = false;
    std::size_t nodes_ = 0, gap_begin_ = 0, gap_end_ = 0;
};

// The number of pages that a value of that size takes.
[[nodiscard]] std::uint64_t pages_for(std::size_t value_bytes, std::size_t page_bytes);
// The number of pages of the large value that begins on this page. Nothing if it is not such a
// page, or does not fit this node's value.
[[nodiscard]] std::optional<std::uint32_t> pages_of_value(std::string_view page, const Node& node);

}  // namespace dibs::lmdb_file
