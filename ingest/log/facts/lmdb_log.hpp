// The embedded log: records in an LMDB environment of its own, key = offset, flushed to disk before
// flush() returns. For one machine; a second process on the directory is refused.
//
// append() collects, and flush() writes everything collected in ONE durable transaction: the caller
// makes group commits by flushing once a batch. Cursors see records after the flush. An appender
// destroyed before the flush drops them. Cursors and appenders may outlive the log.
//
// Each record has a checksum, offsets have no holes, and the file `end` has the last offset. A
// record that is missing, or is not the one appended, is `damaged`. After a failed flush, or when
// the folder was removed, every call returns `broken`. Another process may open the log again.
#pragma once

#include "domain/log/event_log.hpp"

#include <filesystem>
#include <memory>

namespace dibs {

inline constexpr std::string_view lmdb_log_format = "dibs log 2";

struct LmdbLogSettings {
    std::filesystem::path directory;
    std::size_t map_bytes = std::size_t{64} << 30;  // the largest size of the log
    unsigned max_readers = 1024;                    // most cursors open at once
    bool checks = true;                             // false: for the test that shows their use
};

// `refused` names the directory and the broken rule.
LogResult<std::unique_ptr<EventLog>> open_lmdb_log(const LmdbLogSettings& settings);

}  // namespace dibs
