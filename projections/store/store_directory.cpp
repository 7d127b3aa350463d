// See store_directory.hpp: `lock`, `dirty`, `data.mdb`, `lock.mdb`.
#include "projections/store/store_directory.hpp"

#include "ingest/log/disk/clean_mark.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace dibs {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view untrusted_mark = "damaged";

std::optional<std::string> read_text(const fs::path& path) {
    std::ifstream file(path);
    if (!file) return std::nullopt;
    return std::string(std::istreambuf_iterator<char>(file), {});
}

bool sync_path(const fs::path& path, int flags) {
    const int fd = ::open(path.c_str(), flags | O_CLOEXEC);
    if (fd < 0) return false;
    const bool done = fsync(fd) == 0;
    ::close(fd);
    return done;
}

bool write_durably(const fs::path& path, std::string_view text) {
    {
        std::ofstream file(path, std::ios::trunc);
        file << text;
        if (!file.flush()) return false;
    }
    return sync_path(path, O_RDONLY) && sync_path(path.parent_path(), O_RDONLY | O_DIRECTORY);
}

}  // namespace

tl::unexpected<StoreError> store_error(const fs::path& directory, const std::string& what) {
    return tl::unexpected(StoreError{"read model directory " + directory.string() + ": " + what});
}

StoreDirectory::~StoreDirectory() {
    close();
}

StoreResult<std::string> StoreDirectory::open(const fs::path& directory, std::string boot_id) {
    path_ = directory;
    boot_id_ = boot_id.empty() ? this_boot() : std::move(boot_id);
    if (boot_id_.empty()) boot_id_ = "unknown";
    std::error_code error;
    fs::create_directories(path_, error);
    if (error) return store_error(path_, "cannot be made: " + error.message());
    lock_fd_ = ::open((path_ / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (lock_fd_ < 0) {
        return store_error(path_, std::string("cannot be written: ") + strerror(errno));
    }
    if (flock(lock_fd_, LOCK_EX | LOCK_NB) != 0) return store_error(path_, "another dibsd uses it");
    const auto boot = read_text(path_ / "dirty");
    std::string why;
    if (boot && *boot != boot_id_) {
        const bool damaged = boot->starts_with(untrusted_mark);
        why = damaged ? "it was found damaged" : "the machine stopped while it was open";
        remove_data();
    }
    if (!write_durably(path_ / "dirty", untrusted_mark)) {
        return store_error(path_, std::string("cannot be written: ") + strerror(errno));
    }
    return why;
}

void StoreDirectory::mark_clean() const {
    std::error_code ignored;
    fs::remove(path_ / "dirty", ignored);
}

bool StoreDirectory::mark_trusted() const {
    return write_durably(path_ / "dirty", boot_id_);
}

void StoreDirectory::mark_untrusted() const {
    (void)write_durably(path_ / "dirty", untrusted_mark);
}

void StoreDirectory::close() {
    if (lock_fd_ >= 0) ::close(lock_fd_);
    lock_fd_ = -1;
}

void StoreDirectory::remove_data() const {
    std::error_code ignored;
    fs::remove(path_ / "data.mdb", ignored);
    fs::remove(path_ / "lock.mdb", ignored);
}

}  // namespace dibs
