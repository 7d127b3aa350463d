// A directory that one process owns: made if absent, on a local disk, and locked for as long as the
// handle lives. The LMDB adapters hold one each; LMDB itself would let a second writer of the same
// process in and damage the file.
#pragma once

#include "domain/log/event_log.hpp"

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>

namespace dibs {

class DataDirectory {
  public:
    // `refused` names the directory and what is wrong: it cannot be made or written, lies on a
    // network filesystem, or another process holds it (its pid is named).
    static LogResult<DataDirectory> take(const std::filesystem::path& path);
    // For whoever only reads what lies there: nothing is made or written, others may look too.
    // `refused` while a process holds it.
    static LogResult<DataDirectory> look(const std::filesystem::path& path);

    DataDirectory(DataDirectory&& other) noexcept;
    DataDirectory& operator=(DataDirectory&& other) noexcept;
    ~DataDirectory();

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] std::size_t free_bytes() const;

    // What lies there may be damaged: whoever opens it next looks at all of it. Any thread.
    void doubt() const;
    // Outlives this object.
    [[nodiscard]] std::shared_ptr<const std::atomic<bool>> doubted() const { return doubted_; }

  private:
    DataDirectory(std::filesystem::path path, int lock_fd);

    std::filesystem::path path_;
    int lock_fd_;
    std::shared_ptr<std::atomic<bool>> doubted_ = std::make_shared<std::atomic<bool>>(false);
};

// By the magic number of statfs(2): shared memory maps and locks are not to be trusted there.
[[nodiscard]] bool is_network_filesystem(long magic);

}  // namespace dibs
