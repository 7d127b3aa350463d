// Copies each page: the source's views are valid only until the next read. `level` is the height of
// a page above the leaves plus one; a page of another height is damage.
#include "domain/log/lmdb_tree.hpp"

#include <algorithm>

namespace dibs::lmdb_file {
namespace {

// The child that has the key, if the table has it.
std::size_t child_of(const Page& branch, std::string_view key) {
    std::size_t index = 0;
    while (index + 1 < branch.size() && branch.node(index + 1).key <= key) ++index;
    return index;
}

}  // namespace

std::vector<FileHead> sound_heads(PageSource& file) {
    std::vector<FileHead> heads;
    const auto both = file.read(0, head_pages);
    for (PageNumber number = 0; both && number < head_pages; ++number) {
        const auto bytes = both->substr(number * file.page_bytes(), file.page_bytes());
        if (const auto head = read_head(bytes, number)) heads.push_back(*head);
    }
    std::sort(heads.begin(), heads.end(),
              [](const FileHead& a, const FileHead& b) { return a.transaction > b.transaction; });
    return heads;
}

std::optional<TableHead> TreeReader::table(const FileHead& head, std::string_view name) {
    std::optional<TableHead> found;
    std::string bytes;
    auto number = head.main.root;
    for (int level = head.main.depth; level > 0; --level) {
        const auto here = page(number, level, bytes);
        if (!here) return std::nullopt;
        if (here->is_branch()) {
            number = here->node(child_of(*here, name)).page;
            continue;
        }
        for (std::size_t i = 0; i < here->size(); ++i) {
            const auto node = here->node(i);
            if (node.key == name) found = table_in(node);
        }
    }
    return found && found->depth <= deepest && found->flags == 0 ? found : std::nullopt;
}

void TreeReader::scan(const TableHead& table, std::string_view from, const OnRow& on_row) {
    if (table.root != no_page) scan_page(table.root, table.depth, from, on_row);
}

// Nothing if that is not a page of this level.
std::optional<Page> TreeReader::page(PageNumber number, int level, std::string& bytes) {
    const auto read = number >= head_pages ? file_.read(number, 1) : std::nullopt;
    if (read) {
        bytes = *read;
        auto found = Page::read(bytes, number);
        if (found && found->size() > 0 && found->is_branch() == (level > 1)) return found;
    }
    ++damaged_;
    return std::nullopt;
}

bool TreeReader::scan_page(PageNumber number, int level, std::string_view from,
                           const OnRow& on_row) {
    std::string bytes;
    const auto here = page(number, level, bytes);
    if (!here) return true;
    if (here->is_branch()) {
        const auto first = child_of(*here, from);
        for (auto i = first; i < here->size(); ++i) {
            const auto rest = i == first ? from : std::string_view{};
            if (!scan_page(here->node(i).page, level - 1, rest, on_row)) return false;
        }
        return true;
    }
    for (std::size_t i = 0; i < here->size(); ++i) {
        const auto node = here->node(i);
        if (node.key >= from && !give(node, on_row)) return false;
    }
    return true;
}

bool TreeReader::give(const Node& node, const OnRow& on_row) {
    if (!node.is_elsewhere) return on_row(node.key, node.value);
    const auto head = file_.read(node.page, 1);
    const bool fits = head && pages_of_value(*head, node);
    const auto needed = pages_for(node.value_bytes, file_.page_bytes());
    if (const auto bytes = fits ? file_.read(node.page, needed) : std::nullopt) {
        return on_row(node.key, bytes->substr(page_header_bytes, node.value_bytes));
    }
    ++damaged_;
    return true;
}

std::optional<std::string> TreeReader::last_key(const TableHead& table) {
    std::string bytes;
    auto number = table.root;
    for (int level = table.depth; level > 0; --level) {
        const auto here = page(number, level, bytes);
        if (!here) return std::nullopt;
        const auto node = here->node(here->size() - 1);
        if (!here->is_branch()) return std::string(node.key);
        number = node.page;
    }
    return std::nullopt;
}

}  // namespace dibs::lmdb_file
