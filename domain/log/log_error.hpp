// The shared part of the log adapters: making a LogError, and the record size that all of them
// accept. Used by ingest/log and domain/log/tail.
#pragma once

#include "domain/log/event_log.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace dibs {

// A Kafka message may be 1 MiB with its headers. Every log stays below that limit, so a log can be
// moved between adapters.
inline constexpr std::size_t max_record_bytes = 768 * 1024;
// The limit of unflushed bytes in one appender.
inline constexpr std::size_t max_pending_bytes = 64 * 1024 * 1024;

[[nodiscard]] inline tl::unexpected<LogError> log_error(LogError::Kind kind, std::string text) {
    return tl::unexpected(LogError{kind, std::move(text)});
}

// The total bytes of the records. Returns `full`, naming the first record that is too large.
[[nodiscard]] inline LogResult<std::size_t> checked_bytes(const std::vector<std::string>& records) {
    std::size_t bytes = 0;
    for (const auto& record : records) {
        if (record.size() > max_record_bytes) {
            return log_error(LogError::Kind::full, "a record of " + std::to_string(record.size()) +
                                                       " bytes is larger than the " +
                                                       std::to_string(max_record_bytes) +
                                                       " a log accepts");
        }
        bytes += record.size();
    }
    return bytes;
}

// The reader is past the end of the log: the records it read are gone.
[[nodiscard]] inline tl::unexpected<LogError> log_lost(Offset after, Offset newest) {
    return log_error(LogError::Kind::lost, "the log ends at offset " + std::to_string(newest) +
                                               ", but offset " + std::to_string(after) +
                                               " was read from it: it was cut or replaced");
}

}  // namespace dibs
