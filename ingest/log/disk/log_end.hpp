// The file `end` beside the log: the newest offset after each commit. An LMDB file has two heads
// and old copies of its pages. One flipped bit can bring back an older state, which is consistent
// in itself. Only a note outside the file can reveal that.
//
// The note is not flushed: after a power loss it may be behind, never ahead. Owned by the log;
// written under its write lock.
#pragma once

#include "domain/log/event_log.hpp"
#include "ingest/log/disk/data_directory.hpp"

#include <filesystem>

namespace dibs {

class LogEnd {
  public:
    // `look_only`: only for a check; makes nothing.
    explicit LogEnd(const DataDirectory& directory, bool look_only = false);
    ~LogEnd();
    LogEnd(const LogEnd&) = delete;
    LogEnd& operator=(const LogEnd&) = delete;

    // `damaged` if the log ends before the noted offset. An unreadable note says nothing.
    [[nodiscard]] LogResult<void> check(Offset newest) const;
    void note(Offset newest) const;

  private:
    [[nodiscard]] Offset noted() const;

    const std::filesystem::path path_;
    int fd_;
};

}  // namespace dibs
