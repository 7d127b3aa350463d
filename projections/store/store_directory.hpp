// The directory of a store: one process at a time (a lock, which LMDB lacks), and a mark that names
// the boot it is open in. The mark is on disk before the first unflushed page can be; found with
// another boot's id, it means that what lies there cannot be trusted. While the file is looked
// through it says `damaged`: should that end the process, the next one does not try again.
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

    // Makes it if need be. `boot_id` empty: this machine's. If its data was thrown away: why.
    StoreResult<std::string> open(const std::filesystem::path& directory, std::string boot_id);
    // What lies there is sound.
    [[nodiscard]] bool mark_trusted() const;
    // Everything is on disk: the next boot may trust it.
    void mark_clean() const;
    // What lies there is damaged: the next open throws it away.
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
