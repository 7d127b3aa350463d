// The file is mapped a second time: LMDB hands out rows, not pages.
#include "projections/store/page_walk.hpp"

#include "projections/store/lmdb_values.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <vector>

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

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
struct FreeSpace {
    std::uint16_t lower, upper;
};
struct PageHead {  // MDB_page
    PageNumber number;
    std::uint16_t pad, flags;
    union {
        FreeSpace free_space;
        std::uint32_t pages;  // of an overflow page: how many it begins
    };
};
struct NodeHead {  // MDB_node
    std::uint16_t low, high, flags, key_bytes;
};
static_assert(sizeof(TableHead) == 48 && sizeof(PageHead) == page_header && sizeof(NodeHead) == 8);

struct Damage {
    const char* how;
};

struct Bytes {
    std::size_t from, until;
};

class Walk {
  public:
    Walk(std::string_view file, std::size_t page_bytes)
        : file_(file), page_bytes_(page_bytes), used_(file.size() / page_bytes) {}

    // From now on collects what no row uses: the gaps of pages, and pages that were free before
    // this transaction.
    void collect(std::vector<Bytes>& leftovers, std::uint64_t free_before) {
        leftovers_ = &leftovers;
        free_before_ = free_before;
    }

    void all(std::uint64_t transaction) {
        const auto head = head_of(transaction);
        if (head.last_page >= used_.size()) throw Damage{"it was cut"};
        tree(head.free.root, deepest, &Walk::free_pages);
        tree(head.main.root, deepest, &Walk::table);
    }

  private:
    using Visit = void (Walk::*)(const NodeHead& node, std::size_t key, std::size_t data);

    template <class T>
    [[nodiscard]] T at(std::size_t place) const {
        if (place > file_.size() || file_.size() - place < sizeof(T)) throw Damage{"it was cut"};
        T value;
        std::memcpy(&value, file_.data() + place, sizeof value);
        return value;
    }
    [[nodiscard]] FileHead head_of(std::uint64_t transaction) const {
        for (PageNumber page = 0; page < head_pages; ++page) {
            const auto head = at<FileHead>(page * page_bytes_ + page_header);
            if (head.transaction == transaction) return head;
        }
        throw Damage{"it has no head of this time"};
    }
    void use(PageNumber page) {
        if (page < head_pages || page >= used_.size()) throw Damage{"a page lies outside of it"};
        if (used_[page]) throw Damage{"a page has two uses"};
        used_[page] = true;
    }
    [[nodiscard]] PageHead page_at(PageNumber page, int flags) {
        use(page);
        const auto head = at<PageHead>(page * page_bytes_);
        if (head.number != page) throw Damage{"a page is not where it says"};
        if ((head.flags & flags) == 0) throw Damage{"a page is of another kind"};
        return head;
    }
    void tree(PageNumber root, int depth_left, Visit visit) {
        if (root == no_page) return;
        if (depth_left == 0) throw Damage{"a table is too deep"};
        const auto head = page_at(root, is_branch | is_leaf);
        const auto begin = root * page_bytes_;
        const bool branch = (head.flags & is_branch) != 0;
        leave(begin + head.free_space.lower, begin + head.free_space.upper);
        for (auto at_node = page_header; at_node < head.free_space.lower;
             at_node += sizeof(std::uint16_t)) {
            const auto place = begin + at<std::uint16_t>(begin + at_node);
            const auto node = at<NodeHead>(place);
            if (branch) {
                tree(node.low | PageNumber{node.high} << 16U | PageNumber{node.flags} << 32U,
                     depth_left - 1, visit);
            } else {
                leaf(node, place + sizeof node, visit);
            }
        }
    }
    void leaf(const NodeHead& node, std::size_t key, Visit visit) {
        auto data = key + node.key_bytes;
        if ((node.flags & is_elsewhere) != 0) {
            const auto page = at<PageNumber>(data);
            const auto head = page_at(page, is_overflow);
            for (std::uint32_t next = 1; next < head.pages; ++next) use(page + next);
            data = page * page_bytes_ + page_header;
            const auto size = node.low | std::size_t{node.high} << 16U;
            leave(data + size, (page + head.pages) * page_bytes_);
        }
        (this->*visit)(node, key, data);
    }
    void leave(std::size_t from, std::size_t until) {
        if (leftovers_ != nullptr && from < until) leftovers_->push_back({from, until});
    }

    void table(const NodeHead& node, std::size_t, std::size_t data) {
        if ((node.flags & is_table) == 0) throw Damage{"a table is none"};
        tree(at<TableHead>(data).root, deepest, &Walk::row);
    }
    void row(const NodeHead&, std::size_t, std::size_t) {}  // its checksum is read with it
    // Their count, and their numbers.
    void free_pages(const NodeHead&, std::size_t key, std::size_t data) {
        const bool old = at<std::uint64_t>(key) < free_before_;
        const auto count = at<std::uint64_t>(data);
        for (std::uint64_t i = 1; i <= count; ++i) {
            const auto page = at<PageNumber>(data + i * sizeof count);
            use(page);
            if (old) leave(page * page_bytes_, (page + 1) * page_bytes_);
        }
    }

    std::string_view file_;
    std::size_t page_bytes_;
    std::vector<bool> used_;
    std::vector<Bytes>* leftovers_ = nullptr;
    std::uint64_t free_before_ = 0;
};

class MappedFile {
  public:
    explicit MappedFile(MDB_env* env) {
        MDB_envinfo info{};
        MDB_stat stat{};
        mdb_env_info(env, &info);
        mdb_env_stat(env, &stat);
        mdb_env_get_fd(env, &fd_);
        page_bytes_ = stat.ms_psize;
        bytes_ = (info.me_last_pgno + 1) * page_bytes_;
        map_ = mmap(nullptr, bytes_, PROT_READ, MAP_SHARED, fd_, 0);
        if (map_ == MAP_FAILED) throw Damage{std::strerror(errno)};
    }
    ~MappedFile() {
        if (map_ != MAP_FAILED) munmap(map_, bytes_);
    }
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    [[nodiscard]] Walk walk() const {
        return {{static_cast<const char*>(map_), bytes_}, page_bytes_};
    }
    void zero(const Bytes& range) const {
        static const std::vector<char> zeros(std::size_t{64} << 10U);
        for (auto at = range.from; at < range.until;) {
            const auto written =
                ::pwrite(fd_, zeros.data(), std::min(zeros.size(), range.until - at),
                         static_cast<off_t>(at));
            if (written < 0 && errno == EINTR) continue;
            if (written <= 0) throw Damage{std::strerror(errno)};
            at += static_cast<std::size_t>(written);
        }
    }
    // What a transaction left behind the last page that did not come to its end.
    void zero_behind() const {
        struct stat status {};
        if (::fstat(fd_, &status) != 0) throw Damage{std::strerror(errno)};
        zero({bytes_, static_cast<std::size_t>(status.st_size)});
    }
    void flush() const {
        if (::fdatasync(fd_) != 0) throw Damage{std::strerror(errno)};
    }

  private:
    int fd_ = -1;
    void* map_ = MAP_FAILED;
    std::size_t page_bytes_ = 0, bytes_ = 0;
};

// The oldest state that somebody reads, or would be gone back to: what was free before it is
// LMDB's to overwrite, and ours (mdb_find_oldest). Of each reader it tells: process, thread, state.
std::uint64_t oldest_of(MDB_env* env, MDB_txn* writing) {
    std::uint64_t oldest = mdb_txn_id(writing) - 1;
    const auto take = [](const char* line, void* to) {
        auto& found = *static_cast<std::uint64_t*>(to);
        unsigned long pid = 0, thread = 0, state = 0;
        if (std::sscanf(line, "%lu %lx %lu", &pid, &thread, &state) == 3 && state < found) {
            found = state;
        }
        return 0;
    };
    mdb_reader_list(env, take, &oldest);
    return oldest;
}

}  // namespace

std::string page_damage(MDB_env* env, MDB_txn* txn) {
    try {
        MappedFile(env).walk().all(mdb_txn_id(txn));
    } catch (const Damage& wrong) {
        return wrong.how;
    }
    return "";
}

std::uint64_t zero_leftovers(MDB_env* env, MDB_txn* writing) {
    const auto oldest = oldest_of(env, writing);
    try {
        const MappedFile file(env);
        std::vector<Bytes> leftovers;
        auto walk = file.walk();
        walk.collect(leftovers, oldest);
        walk.all(mdb_txn_id(writing) - 1);
        for (const auto& range : leftovers) file.zero(range);
        file.zero_behind();
        file.flush();
    } catch (const Damage& wrong) {
        throw std::runtime_error(std::string("what is deleted cannot be overwritten: ") +
                                 wrong.how);
    }
    return oldest;
}

}  // namespace dibs
