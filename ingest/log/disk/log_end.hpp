// How far the log had come, noted beside it in the file `end` after each commit. A file of LMDB has
// two heads and old copies of its pages: one flipped bit can bring an older state back, which is
// whole in itself. Only something outside of it can tell. It is not flushed: after a power loss it
// may lag behind, never run ahead.
// Owned by the log; written under its write lock.
#pragma once

#include "domain/log/event_log.hpp"
#include "ingest/log/disk/data_directory.hpp"

#include <filesystem>

namespace dibs {

class LogEnd {
  public:
    // `look_only`: for a check alone; nothing is made.
    explicit LogEnd(const DataDirectory& directory, bool look_only = false);
    ~LogEnd();
    LogEnd(const LogEnd&) = delete;
    LogEnd& operator=(const LogEnd&) = delete;

    // `damaged` if the log ends before what was noted. A note that cannot be read says nothing.
    [[nodiscard]] LogResult<void> check(Offset newest) const;
    void note(Offset newest) const;

  private:
    [[nodiscard]] Offset noted() const;

    const std::filesystem::path path_;
    int fd_;
};

}  // namespace dibs
