// Where a walk through a log gets its records from: the embedded log as it lies on disk, a log on
// Kafka, or a file that `dibsd log export` or `cut` wrote (log_file.hpp). One thread.
#pragma once

#include "domain/log/checkpoint.hpp"
#include "ingest/log/facts/stored_records.hpp"
#include "ops/log_tools/log_place.hpp"

#include <chrono>
#include <memory>
#include <optional>

namespace dibs::log_tools {

// How a log is read in batches.
inline constexpr std::size_t records_per_read = 4096;
inline constexpr std::chrono::milliseconds read_timeout{200};
inline constexpr int most_idle_reads = 50;  // in a row; then the log does not go on

class RecordSource {
  public:
    virtual ~RecordSource() = default;

    // In the order of the log; nothing at its end.
    virtual LogResult<std::optional<FoundRecord>> next() = 0;
    // Then what the reading rule would ignore is damage.
    [[nodiscard]] virtual bool has_one_writer() const = 0;
    // Where the reading rule stands before the first record.
    [[nodiscard]] virtual Checkpoint begins_behind() const { return {}; }
};

// The log of the installation. An embedded one is opened for looking alone; for as long as
// it is open no dibsd can start on it.
[[nodiscard]] LogResult<std::unique_ptr<RecordSource>> open_source(const LogPlace& place);
[[nodiscard]] LogResult<std::unique_ptr<RecordSource>> embedded_source(
    const std::filesystem::path& directory);
// Up to what is the end now.
[[nodiscard]] LogResult<std::unique_ptr<RecordSource>> source_of(std::unique_ptr<EventLog> log);

}  // namespace dibs::log_tools
