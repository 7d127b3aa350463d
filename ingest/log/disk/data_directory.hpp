// A directory that one process owns: created if absent, on a local disk, and locked as long as the
// handle exists. Each LMDB adapter holds one. LMDB itself would admit a second writer of the same
// process, which would damage the file.
#pragma once

#include "domain/log/event_log.hpp"

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>

namespace dibs {

class DataDirectory {
  public:
    // `refused` names the directory and the reason. It cannot be made or written, is on a network
    // file system, or another process holds it (with its pid).
    static LogResult<DataDirectory> take(const std::filesystem::path& path);
    // For read-only use: makes and writes nothing, and allows other readers. `refused` while a
    // process holds the directory.
    static LogResult<DataDirectory> look(const std::filesystem::path& path);

    DataDirectory(DataDirectory&& other) noexcept;
    DataDirectory& operator=(DataDirectory&& other) noexcept;
    ~DataDirectory();

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] std::size_t free_bytes() const;

    // Marks the data as possibly damaged: the next process to open it checks all of it. Any thread.
    void doubt() const;
    // Outlives this object.
    [[nodiscard]] std::shared_ptr<const std::atomic<bool>> doubted() const { return doubted_; }

  private:
    DataDirectory(std::filesystem::path path, int lock_fd);

    std::filesystem::path path_;
    int lock_fd_;
    std::shared_ptr<std::atomic<bool>> doubted_ = std::make_shared<std::atomic<bool>>(false);
};

// Decides by the magic number of statfs(2). Shared memory maps and locks are unreliable on network
// file systems.
[[nodiscard]] bool is_network_filesystem(long magic);

}  // namespace dibs
