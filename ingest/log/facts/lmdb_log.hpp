// The embedded log: records in an LMDB environment of their own, key = offset, flushed to disk
// before flush() returns. For one machine; a second process on the directory is refused.
//
// append() collects, flush() writes all that was collected in ONE durable transaction: the caller
// makes group commit by flushing once a batch. Records become visible to cursors with the flush;
// an appender destroyed before it drops them. Cursors and appenders may outlive the log.
//
// Each record lies there with a checksum, offsets have no holes, and `end` beside the file says how
// far it had come: a record that is not the one appended, or missing, is `damaged`. After a failed
// flush, or when the folder was removed, everything is `broken`: another process may open it again.
#pragma once

#include "domain/log/event_log.hpp"

#include <filesystem>
#include <memory>

namespace dibs {

inline constexpr std::string_view lmdb_log_format = "dibs log 2";

struct LmdbLogSettings {
    std::filesystem::path directory;
    std::size_t map_bytes = std::size_t{64} << 30;  // the largest the log can ever be
    unsigned max_readers = 1024;                    // cursors open at once
    bool checks = true;  // false: for the test that shows what they are good for
};

// `refused` names the directory and the rule it breaks.
LogResult<std::unique_ptr<EventLog>> open_lmdb_log(const LmdbLogSettings& settings);

}  // namespace dibs
