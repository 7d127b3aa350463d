// Sources of records for a walk through a log: the embedded log on disk, a log on Kafka, or a file
// of `dibsd log export` or `cut` (log_file.hpp). One thread.
#pragma once

#include "domain/log/checkpoint.hpp"
#include "ingest/log/facts/stored_records.hpp"
#include "ops/log_tools/log_place.hpp"

#include <chrono>
#include <memory>
#include <optional>

namespace dibs::log_tools {

inline constexpr std::size_t records_per_read = 4096;
inline constexpr std::chrono::milliseconds read_timeout{200};
inline constexpr int most_idle_reads = 50;  // consecutive; then the log has ended

class RecordSource {
  public:
    virtual ~RecordSource() = default;

    // In the log's order; nothing at the end.
    virtual LogResult<std::optional<FoundRecord>> next() = 0;
    // If true, a record that the reading rule would ignore is damage.
    [[nodiscard]] virtual bool has_one_writer() const = 0;
    // State of the reading rule before the first record.
    [[nodiscard]] virtual Checkpoint begins_behind() const { return {}; }
};

// The log of the installation. An embedded one is opened read-only; no dibsd can start on it while
// it is open.
[[nodiscard]] LogResult<std::unique_ptr<RecordSource>> open_source(const LogPlace& place);
[[nodiscard]] LogResult<std::unique_ptr<RecordSource>> embedded_source(
    const std::filesystem::path& directory);
// Reads up to the current end.
[[nodiscard]] LogResult<std::unique_ptr<RecordSource>> source_of(std::unique_ptr<EventLog> log);

}  // namespace dibs::log_tools
