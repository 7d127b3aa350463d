// The file is mapped a second time: LMDB hands out rows, not pages.
#include "projections/store/page_walk.hpp"

#include "projections/store/lmdb_values.hpp"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include <sys/mman.h>

namespace dibs {
namespace {

using PageNumber = std::uint64_t;
constexpr PageNumber no_page = ~PageNumber{0};  // the root of an empty table
constexpr PageNumber head_pages = 2;
constexpr int deepest = 32;  // CURSOR_STACK

constexpr std::size_t page_header = 16;
constexpr std::uint16_t is_branch = 1, is_leaf = 2, is_overflow = 4;  // of a page
constexpr std::uint16_t is_elsewhere = 1, is_table = 2;               // of a node in a leaf

struct TableHead {  // MDB_db
    std::uint32_t pad;
    std::uint16_t flags, depth;
    std::uint64_t branch_pages, leaf_pages, overflow_pages, entries;
    PageNumber root;
};
struct FileHead {  // MDB_meta, behind the header of its page
    std::uint32_t magic, version;
    std::uint64_t address, map_bytes;
    TableHead free, main;
    PageNumber last_page;
    std::uint64_t transaction;
};
struct PageHead {  // MDB_page
    PageNumber number;
    std::uint16_t pad, flags;
    union {
        struct {
            std::uint16_t lower, upper;
        } free_space;
        std::uint32_t pages;  // of an overflow page: how many it begins
    };
};
struct NodeHead {  // MDB_node
    std::uint16_t low, high, flags, key_bytes;
};
static_assert(sizeof(TableHead) == 48 && sizeof(PageHead) == page_header && sizeof(NodeHead) == 8);

struct Wrong {
    const char* how;
};

class Walk {
  public:
    Walk(std::string_view file, std::size_t page_bytes)
        : file_(file), page_bytes_(page_bytes), used_(file.size() / page_bytes) {}

    void all(std::uint64_t transaction) {
        const auto head = head_of(transaction);
        if (head.last_page >= used_.size()) throw Wrong{"it was cut"};
        tree(head.free.root, deepest, &Walk::free_pages);
        tree(head.main.root, deepest, &Walk::table);
    }

  private:
    using Visit = void (Walk::*)(const NodeHead& node, std::size_t data);

    template <class T>
    [[nodiscard]] T at(std::size_t place) const {
        if (place > file_.size() || file_.size() - place < sizeof(T)) throw Wrong{"it was cut"};
        T value;
        std::memcpy(&value, file_.data() + place, sizeof value);
        return value;
    }
    [[nodiscard]] FileHead head_of(std::uint64_t transaction) const {
        for (PageNumber page = 0; page < head_pages; ++page) {
            const auto head = at<FileHead>(page * page_bytes_ + page_header);
            if (head.transaction == transaction) return head;
        }
        throw Wrong{"it has no head of this time"};
    }
    void use(PageNumber page) {
        if (page < head_pages || page >= used_.size()) throw Wrong{"a page lies outside of it"};
        if (used_[page]) throw Wrong{"a page has two uses"};
        used_[page] = true;
    }
    [[nodiscard]] PageHead page_at(PageNumber page, int flags) {
        use(page);
        const auto head = at<PageHead>(page * page_bytes_);
        if (head.number != page) throw Wrong{"a page is not where it says"};
        if ((head.flags & flags) == 0) throw Wrong{"a page is of another kind"};
        return head;
    }
    void tree(PageNumber root, int depth_left, Visit visit) {
        if (root == no_page) return;
        if (depth_left == 0) throw Wrong{"a table is too deep"};
        const auto head = page_at(root, is_branch | is_leaf);
        const auto begin = root * page_bytes_;
        const bool branch = (head.flags & is_branch) != 0;
        for (auto at_node = page_header; at_node < head.free_space.lower;
             at_node += sizeof(std::uint16_t)) {
            const auto place = begin + at<std::uint16_t>(begin + at_node);
            const auto node = at<NodeHead>(place);
            if (branch) {
                tree(node.low | PageNumber{node.high} << 16U | PageNumber{node.flags} << 32U,
                     depth_left - 1, visit);
            } else {
                leaf(node, place + sizeof node + node.key_bytes, visit);
            }
        }
    }
    void leaf(const NodeHead& node, std::size_t data, Visit visit) {
        if ((node.flags & is_elsewhere) != 0) {
            const auto page = at<PageNumber>(data);
            const auto head = page_at(page, is_overflow);
            for (std::uint32_t next = 1; next < head.pages; ++next) use(page + next);
            data = page * page_bytes_ + page_header;
        }
        (this->*visit)(node, data);
    }

    void table(const NodeHead& node, std::size_t data) {
        if ((node.flags & is_table) == 0) throw Wrong{"a table is none"};
        tree(at<TableHead>(data).root, deepest, &Walk::row);
    }
    void row(const NodeHead&, std::size_t) {}  // its checksum is read with it
    // Their count, and their numbers.
    void free_pages(const NodeHead&, std::size_t data) {
        const auto count = at<std::uint64_t>(data);
        for (std::uint64_t i = 1; i <= count; ++i) use(at<PageNumber>(data + i * sizeof count));
    }

    std::string_view file_;
    std::size_t page_bytes_;
    std::vector<bool> used_;
};

}  // namespace

std::string page_damage(MDB_env* env, MDB_txn* txn) {
    MDB_envinfo info{};
    MDB_stat stat{};
    int fd = -1;
    mdb_env_info(env, &info);
    mdb_env_stat(env, &stat);
    mdb_env_get_fd(env, &fd);
    const auto bytes = (info.me_last_pgno + 1) * stat.ms_psize;
    void* map = mmap(nullptr, bytes, PROT_READ, MAP_SHARED, fd, 0);
    if (map == MAP_FAILED) return std::strerror(errno);
    std::string damage;
    try {
        Walk({static_cast<const char*>(map), bytes}, stat.ms_psize).all(mdb_txn_id(txn));
    } catch (const Wrong& wrong) {
        damage = wrong.how;
    }
    munmap(map, bytes);
    return damage;
}

}  // namespace dibs
