// Whether a file of LMDB 0.9 is as LMDB writes it: each page of all tables and the list of free
// ones once, each with one use. A row's checksum says that the row was written; it does not say
// when. A page number with a flipped bit may lead to rows of an earlier time, whole in themselves,
// on a page that is free by now or that another table has.
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
    // What the walk meets; nobody has to ask for all of it.
    struct Found {
        OnRow on_row{};  // of the tables; false: it is not the one that was stored
        // What no row uses: the gaps of pages, and pages that were free before that transaction.
        std::function<void(const Range&)> on_unused{};
        std::uint64_t free_before = 0;
        // What is wrong. The walk passes over it and goes on; without this it ends there.
        std::function<void(const char* how)> on_damage{};
        std::function<bool()> go_on{};  // before each page; false: that is enough
    };

    FileWalk(PageSource& file, Found found) : file_(file), found_(std::move(found)) {}

    // Of this table only what an append touches: its last page, and the way there.
    void only_the_end_of(std::string_view table) { only_end_of_ = table; }

    // What is wrong; empty: nothing, as far as it went.
    std::string check(const FileHead& head);

    // Whether the list of free pages was whole, and where it or a table led.
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
    std::string table_{};  // in which the walk is
    std::uint64_t rows_ = 0;
    std::string last_key_{};
};

}  // namespace dibs::lmdb_file
