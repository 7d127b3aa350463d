// The directory of a store. A lock admits one process at a time (LMDB has no such lock). The file
// `dirty` names the boot in which the store is open; it is on disk before the first unflushed page
// can be. If it names another boot, the data cannot be trusted. While the file is checked it says
// `damaged`: if the check ends the process, the next one does not try again.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace dibs {

struct StoreError {
    std::string text;
};
template <class T>
using StoreResult = tl::expected<T, StoreError>;

// "read model directory …: what"
[[nodiscard]] tl::unexpected<StoreError> store_error(const std::filesystem::path& directory,
                                                     const std::string& what);

class StoreDirectory {
  public:
    StoreDirectory() = default;
    ~StoreDirectory();
    StoreDirectory(const StoreDirectory&) = delete;
    StoreDirectory& operator=(const StoreDirectory&) = delete;

    // Creates it if needed. `boot_id` empty: this machine's. Returns why its data was deleted;
    // empty: it was not.
    StoreResult<std::string> open(const std::filesystem::path& directory, std::string boot_id);
    // Records that the data is sound.
    [[nodiscard]] bool mark_trusted() const;
    // Records that everything is on disk, so the next boot may trust it.
    void mark_clean() const;
    // Records that the data is damaged; the next open deletes it.
    void mark_untrusted() const;
    void close();

    void remove_data() const;
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
    std::string boot_id_;
    int lock_fd_ = -1;
};

}  // namespace dibs
