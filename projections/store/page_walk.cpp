// Maps the file a second time, because LMDB gives access to rows, not to pages.
#include "projections/store/page_walk.hpp"

#include "domain/log/checksum.hpp"
#include "domain/log/lmdb_walk.hpp"
#include "projections/store/lmdb_values.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dibs {
namespace {

using lmdb_file::FileWalk;

// Releases the mapped pages after this many, so a walk does not fill memory with the file.
constexpr std::uint64_t pages_kept = 16'384;

std::runtime_error not_overwritten(const std::string& why) {
    return std::runtime_error("what is deleted cannot be overwritten: " + why);
}

}  // namespace

class MappedPages : public lmdb_file::PageSource {
  public:
    explicit MappedPages(const std::filesystem::path& file)
        : fd_(::open(file.c_str(), O_RDWR | O_CLOEXEC)),
          page_bytes_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {
        struct stat status {};
        if (fstat(fd_, &status) != 0) return;
        file_bytes_ = static_cast<std::size_t>(status.st_size);
        if (file_bytes_ > 0) map_ = mmap(nullptr, file_bytes_, PROT_READ, MAP_SHARED, fd_, 0);
    }
    ~MappedPages() override {
        if (map_ != MAP_FAILED) munmap(map_, file_bytes_);
        if (fd_ >= 0) ::close(fd_);
    }

    [[nodiscard]] std::size_t page_bytes() const override { return page_bytes_; }
    [[nodiscard]] std::uint64_t pages() const override {
        return map_ == MAP_FAILED ? 0 : file_bytes_ / page_bytes_;
    }
    std::optional<std::string_view> read(lmdb_file::PageNumber first,
                                         std::uint64_t count) override {
        if (first >= pages() || count > pages() - first) return std::nullopt;
        if ((read_ += count) >= pages_kept) {
            read_ = 0;
            (void)madvise(map_, file_bytes_, MADV_DONTNEED);
        }
        return std::string_view(static_cast<const char*>(map_) + first * page_bytes_,
                                count * page_bytes_);
    }
    // True if nothing was ever written to it.
    [[nodiscard]] bool is_new() const { return file_bytes_ == 0; }

    void zero(const FileWalk::Range& range) const {
        static const std::vector<char> zeros(std::size_t{64} << 10U);
        for (auto at = range.from; at < range.until;) {
            const auto written =
                ::pwrite(fd_, zeros.data(), std::min(zeros.size(), range.until - at),
                         static_cast<off_t>(at));
            if (written < 0 && errno == EINTR) continue;
            if (written <= 0) throw not_overwritten(std::strerror(errno));
            at += static_cast<std::size_t>(written);
        }
    }
    void flush() const {
        if (::fdatasync(fd_) != 0) throw not_overwritten(std::strerror(errno));
    }
    [[nodiscard]] std::size_t file_bytes() const { return file_bytes_; }

  private:
    int fd_;
    std::size_t page_bytes_, file_bytes_ = 0;
    void* map_ = MAP_FAILED;
    std::uint64_t read_ = 0;
};

namespace {

// The oldest state that a reader still uses, or the last committed one. Pages that were free before
// it may be overwritten, by LMDB and here (mdb_find_oldest). Each line of mdb_reader_list has
// process, thread, state.
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

std::filesystem::path file_of(MDB_env* env) {
    const char* path = "";
    mdb_env_get_path(env, &path);
    return std::filesystem::path(path) / "data.mdb";
}

}  // namespace

PageCheck::PageCheck(const std::filesystem::path& file)
    : pages_(std::make_unique<MappedPages>(file)), heads_(lmdb_file::sound_heads(*pages_)) {}
PageCheck::~PageCheck() = default;

std::string PageCheck::damage(std::function<bool()> go_on) {
    if (pages_->is_new()) return {};
    if (heads_.empty()) return "its head is not what it was";
    const auto on_row = [](std::string_view key, std::string_view value) {
        return checked(key, value).has_value();
    };
    FileWalk walk(*pages_, {.on_row = on_row, .go_on = std::move(go_on)});
    auto how = walk.check(heads_.front());
    if (how.empty() && heads_.size() < lmdb_file::head_pages) how = "its head is not what it was";
    return how;
}

std::uint64_t zero_leftovers(MDB_env* env, MDB_txn* writing) {
    const auto oldest = oldest_of(env, writing);
    const auto state = mdb_txn_id(writing) - 1;
    MappedPages file(file_of(env));
    for (const auto& head : lmdb_file::sound_heads(file)) {
        if (head.transaction != state) continue;
        std::vector<FileWalk::Range> leftovers;
        const auto keep = [&](const FileWalk::Range& range) { leftovers.push_back(range); };
        FileWalk walk(file, {.on_unused = keep, .free_before = oldest});
        if (const auto how = walk.check(head); !how.empty()) throw not_overwritten(how);
        // Pages that an interrupted transaction left after the last page.
        leftovers.push_back({(head.last_page + 1) * file.page_bytes(), file.file_bytes()});
        for (const auto& range : leftovers) file.zero(range);
        file.flush();
        return oldest;
    }
    throw not_overwritten("the file has no head of this time");
}

}  // namespace dibs
