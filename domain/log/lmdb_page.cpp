// Copies all values out by memcpy: a page may be at any address.
#include "domain/log/lmdb_page.hpp"

#include <cstring>

namespace dibs::lmdb_file {
namespace {

constexpr std::uint32_t magic_number = 0xBEEFC0DE, data_version = 1;
constexpr std::uint16_t is_branch_page = 1, is_leaf_page = 2, is_overflow_page = 4,
                        is_head_page = 8;
constexpr std::uint16_t elsewhere_flag = 1, table_flag = 2;  // of a node in a leaf
constexpr std::size_t longest_key = 511;

struct PageHead {  // MDB_page
    PageNumber number;
    std::uint16_t pad, flags, lower, upper;

    // For a large value, both fields together are its number of pages.
    [[nodiscard]] std::uint32_t pages() const { return lower | std::uint32_t{upper} << 16U; }
};
struct NodeHead {  // MDB_node
    std::uint16_t low, high, flags, key_bytes;
};
static_assert(sizeof(PageHead) == page_header_bytes && sizeof(NodeHead) == 8);

// The caller has checked the bounds.
template <class T>
T at(std::string_view bytes, std::size_t place) {
    T value;
    std::memcpy(&value, bytes.data() + place, sizeof value);
    return value;
}

std::optional<PageHead> head_of(std::string_view page, PageNumber number, std::uint16_t kind) {
    if (page.size() < page_header_bytes) return std::nullopt;
    const auto head = at<PageHead>(page, 0);
    if (head.number != number || head.flags != kind) return std::nullopt;
    return head;
}

bool can_be(const TableHead& table, PageNumber last_page) {
    if (table.depth > deepest) return false;
    if (table.root == no_page) return table.depth == 0;
    return table.depth > 0 && table.root >= head_pages && table.root <= last_page;
}

}  // namespace

std::optional<FileHead> read_head(std::string_view page, PageNumber number) {
    if (page.size() < page_header_bytes + sizeof(FileHead)) return std::nullopt;
    if (!head_of(page, number, is_head_page)) return std::nullopt;
    const auto head = at<FileHead>(page, page_header_bytes);
    const bool ours = head.magic == magic_number && head.version == data_version &&
                      head.free.page_bytes == page.size();
    const bool leads = can_be(head.free, head.last_page) && can_be(head.main, head.last_page);
    return ours && leads ? std::optional(head) : std::nullopt;
}

std::optional<TableHead> table_in(const Node& node) {
    if (!node.is_table) return std::nullopt;
    return at<TableHead>(node.value, 0);
}

std::optional<Page> Page::read(std::string_view bytes, PageNumber number) {
    auto head = head_of(bytes, number, is_branch_page);
    const bool branch = head.has_value();
    if (!branch) head = head_of(bytes, number, is_leaf_page);
    if (!head) return std::nullopt;
    if (head->lower < page_header_bytes || head->lower % 2 != 0) return std::nullopt;
    if (head->lower > head->upper || head->upper > bytes.size()) return std::nullopt;
    Page page;
    page.bytes_ = bytes;
    page.branch_ = branch;
    page.nodes_ = (head->lower - page_header_bytes) / sizeof(std::uint16_t);
    page.gap_begin_ = head->lower;
    page.gap_end_ = head->upper;
    for (std::size_t i = 0; i < page.nodes_; ++i) {
        if (!page.fits(i)) return std::nullopt;
    }
    return page;
}

bool Page::fits(std::size_t index) const {
    const std::size_t place =
        at<std::uint16_t>(bytes_, page_header_bytes + index * sizeof(std::uint16_t));
    if (place < gap_end_ || place + sizeof(NodeHead) > bytes_.size()) return false;
    const auto head = at<NodeHead>(bytes_, place);
    const auto key_end = place + sizeof(NodeHead) + head.key_bytes;
    if (head.key_bytes > longest_key || key_end > bytes_.size()) return false;
    if (branch_) return true;
    const auto room = bytes_.size() - key_end;
    const auto value_bytes = head.low | std::size_t{head.high} << 16U;
    switch (head.flags) {
        case 0:
            return value_bytes <= room;
        case elsewhere_flag:
            return sizeof(PageNumber) <= room;
        case table_flag:
            return value_bytes == sizeof(TableHead) && value_bytes <= room;
        default:
            return false;
    }
}

Node Page::node(std::size_t index) const {
    const std::size_t place =
        at<std::uint16_t>(bytes_, page_header_bytes + index * sizeof(std::uint16_t));
    const auto head = at<NodeHead>(bytes_, place);
    Node node;
    node.key = bytes_.substr(place + sizeof head, head.key_bytes);
    if (branch_) {
        node.page = head.low | PageNumber{head.high} << 16U | PageNumber{head.flags} << 32U;
        return node;
    }
    const auto value_at = place + sizeof head + head.key_bytes;
    node.value_bytes = head.low | std::size_t{head.high} << 16U;
    node.is_elsewhere = head.flags == elsewhere_flag;
    node.is_table = head.flags == table_flag;
    if (node.is_elsewhere) {
        node.page = at<PageNumber>(bytes_, value_at);
    } else {
        node.value = bytes_.substr(value_at, node.value_bytes);
    }
    return node;
}

std::uint64_t pages_for(std::size_t value_bytes, std::size_t page_bytes) {
    return (page_header_bytes + value_bytes + page_bytes - 1) / page_bytes;
}

std::optional<std::uint32_t> pages_of_value(std::string_view page, const Node& node) {
    const auto head = head_of(page, node.page, is_overflow_page);
    if (!head || head->pages() < pages_for(node.value_bytes, page.size())) return std::nullopt;
    return head->pages();
}

}  // namespace dibs::lmdb_file
