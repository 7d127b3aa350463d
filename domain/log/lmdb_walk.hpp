// Checks that a file of LMDB 0.9 is as LMDB writes it. Visits each page of all tables and the list
// of free pages once, and requires one use for each page. A row's checksum proves that the row was
// written, but not when. A page number with a flipped bit may lead to intact rows of an earlier
// time. Their page may now be free or belong to another table.
#pragma once

#include "domain/log/lmdb_tree.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::lmdb_file {

class FileWalk {
  public:
    struct Range {  // bytes of the file
        std::size_t from, until;
    };
    // The callbacks of the walk. Each is optional.
    struct Found {
        OnRow on_row{};  // for rows of the tables; false: it is not the stored row
        // For bytes that no row uses: gaps of pages, and pages that were free before that
        // transaction.
        std::function<void(const Range&)> on_unused{};
        std::uint64_t free_before = 0;
        // For damage. The walk skips it and continues; without this callback it ends there.
        std::function<void(const char* how)> on_damage{};
        std::function<bool()> go_on{};  // called before each page; false ends the walk
    };

    FileWalk(PageSource& file, Found found) : file_(file), found_(std::move(found)) {}

    // Restricts this table to the pages that an append touches: its last page and the path to it.
    void only_the_end_of(std::string_view table) { only_end_of_ = table; }

    // A description of the damage. Empty if the walk found none.
    std::string check(const FileHead& head);

    // knows_free_pages: the list of free pages was intact. is_used: that list or a table has the
    // page.
    [[nodiscard]] bool knows_free_pages() const { return knows_free_pages_; }
    [[nodiscard]] bool is_used(PageNumber page) const { return page < used_.size() && used_[page]; }

  private:
    using Visit = void (FileWalk::*)(const Node& node, std::string_view value);

    void use(PageNumber page);
    void branch_or_leaf(PageNumber number, int level, Visit visit);
    void try_branch_or_leaf(PageNumber number, int level, Visit visit);
    void node_of_leaf(const Node& node, Visit visit);
    void last_page(PageNumber number, int level);
    void free_pages(const Node& node, std::string_view value);
    void table(const Node& node, std::string_view value);
    void row(const Node& node, std::string_view value);
    void unused(std::size_t from, std::size_t until) const;
    void damaged(const char* how);

    PageSource& file_;
    const Found found_;
    std::string only_end_of_{};
    std::vector<bool> used_{};
    bool knows_free_pages_ = false;
    std::size_t damages_ = 0;
    std::string table_{};  // the table that the walk is in
    std::uint64_t rows_ = 0;
    std::string last_key_{};
};

}  // namespace dibs::lmdb_file
