// Copies pages, because the source's views are valid only until the next read. Reports damage as an
// exception, from the place of the damage to the page that led there.
#include "domain/log/lmdb_walk.hpp"

#include <cstring>

namespace dibs::lmdb_file {
namespace {

struct Damage {
    const char* how;
};
struct Enough {};

std::uint64_t number_at(std::string_view bytes, std::size_t place) {
    std::uint64_t number = 0;
    std::memcpy(&number, bytes.data() + place, sizeof number);
    return number;
}

}  // namespace

std::string FileWalk::check(const FileHead& head) {
    const bool cut = head.last_page >= file_.pages();
    used_.assign(cut ? file_.pages() : head.last_page + 1, false);
    try {
        if (cut) damaged("it was cut");
        const auto before = damages_;
        if (head.free.root != no_page) {
            try_branch_or_leaf(head.free.root, head.free.depth, &FileWalk::free_pages);
        }
        knows_free_pages_ = damages_ == before;
        if (head.main.root != no_page) {
            try_branch_or_leaf(head.main.root, head.main.depth, &FileWalk::table);
        }
    } catch (const Damage& met) {
        return table_.empty() ? met.how : table_ + ": " + met.how;
    } catch (const Enough&) {
        return {};
    }
    return {};
}

void FileWalk::damaged(const char* how) {
    if (!found_.on_damage) throw Damage{how};
    ++damages_;
    found_.on_damage(how);
}

void FileWalk::use(PageNumber page) {
    if (page < head_pages || page >= used_.size()) throw Damage{"a page lies outside of it"};
    if (used_[page]) throw Damage{"a page has two uses"};
    used_[page] = true;
}

void FileWalk::unused(std::size_t from, std::size_t until) const {
    if (found_.on_unused && from < until) found_.on_unused({from, until});
}

void FileWalk::try_branch_or_leaf(PageNumber number, int level, Visit visit) {
    try {
        branch_or_leaf(number, level, visit);
    } catch (const Damage& met) {
        damaged(met.how);
    }
}

void FileWalk::branch_or_leaf(PageNumber number, int level, Visit visit) {
    if (found_.go_on && !found_.go_on()) throw Enough{};
    if (level == 0) throw Damage{"a table is too deep"};
    use(number);
    const auto read = file_.read(number, 1);
    if (!read) throw Damage{"it was cut"};
    const std::string bytes(*read);
    const auto page = Page::read(bytes, number);
    if (!page || page->is_branch() != (level > 1)) throw Damage{"a page is not what it was"};
    const auto begin = number * file_.page_bytes();
    unused(begin + page->gap_begin(), begin + page->gap_end());
    for (std::size_t i = 0; i < page->size(); ++i) {
        const auto node = page->node(i);
        if (page->is_branch()) {
            try_branch_or_leaf(node.page, level - 1, visit);
            continue;
        }
        try {
            node_of_leaf(node, visit);
        } catch (const Damage& met) {
            damaged(met.how);
        }
    }
}

void FileWalk::node_of_leaf(const Node& node, Visit visit) {
    if (!node.is_elsewhere) return (this->*visit)(node, node.value);
    const auto first = file_.read(node.page, 1);
    const auto count = first ? pages_of_value(*first, node) : std::nullopt;
    if (!count) throw Damage{"a page is not what it was"};
    for (std::uint32_t i = 0; i < *count; ++i) use(node.page + i);
    const auto needed = pages_for(node.value_bytes, file_.page_bytes());
    const auto bytes = file_.read(node.page, needed);
    if (!bytes) throw Damage{"it was cut"};
    const auto begin = node.page * file_.page_bytes();
    unused(begin + page_header_bytes + node.value_bytes, begin + *count * file_.page_bytes());
    (this->*visit)(node, bytes->substr(page_header_bytes, node.value_bytes));
}

// Reads the count and the page numbers, each smaller than the one before it. Rejects the list
// before it counts any page as free, if a number is out of order. It cannot find a flipped bit that
// keeps the order. If that bit gives another page two uses, a rescue skips that page.
void FileWalk::free_pages(const Node& node, std::string_view value) {
    constexpr std::size_t number_bytes = sizeof(std::uint64_t);
    const auto room = value.size() / number_bytes;
    const bool counted = node.key.size() == number_bytes && room > 0 && number_at(value, 0) < room;
    if (!counted) throw Damage{"the list of free pages is none"};
    const bool old = number_at(node.key, 0) < found_.free_before;
    const std::string numbers(value.substr(number_bytes, number_at(value, 0) * number_bytes));
    for (std::size_t at = number_bytes; at < numbers.size(); at += number_bytes) {
        const bool falls = number_at(numbers, at) < number_at(numbers, at - number_bytes);
        if (!falls) throw Damage{"the list of free pages is none"};
    }
    for (std::size_t at = 0; at < numbers.size(); at += number_bytes) {
        const auto page = number_at(numbers, at);
        use(page);
        if (old) unused(page * file_.page_bytes(), (page + 1) * file_.page_bytes());
    }
}

void FileWalk::table(const Node& node, std::string_view) {
    const auto head = table_in(node);
    if (!head || head->flags != 0 || head->depth > deepest) throw Damage{"a table is none"};
    if (head->root == no_page) return;
    table_ = node.key;
    if (node.key == only_end_of_) {
        last_page(head->root, head->depth);
        return table_.clear();
    }
    rows_ = 0;
    last_key_.clear();
    try_branch_or_leaf(head->root, head->depth, &FileWalk::row);
    if (rows_ != head->entries) throw Damage{"rows are missing"};
    table_.clear();
}

// A damaged key would hide its row from lookups. The rows after it are out of order only because of
// that key, so on_row gets them.
void FileWalk::row(const Node& node, std::string_view value) {
    const bool in_order = rows_++ == 0 || node.key > last_key_;
    last_key_ = node.key;
    if (found_.on_row && !found_.on_row(node.key, value)) {
        throw Damage{"a row is not the one that was stored"};
    }
    if (!in_order) throw Damage{"a key is out of order"};
}

void FileWalk::last_page(PageNumber number, int level) {
    for (; level > 0; --level) {
        use(number);
        const auto read = file_.read(number, 1);
        const auto page = read ? Page::read(*read, number) : std::nullopt;
        if (!page || page->size() == 0 || page->is_branch() != (level > 1)) {
            throw Damage{"its last page cannot be read"};
        }
        if (page->is_branch()) number = page->node(page->size() - 1).page;
    }
}

}  // namespace dibs::lmdb_file
