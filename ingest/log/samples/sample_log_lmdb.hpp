// Embedded samples and hourly figures: each in an LMDB environment of its own directory, protected
// like the log of the facts. A sample waits in memory until its subject's block is full, the hour
// ends or flush() is called. A crash loses the waiting samples, but followers get them at once. The
// writes are few, so each is flushed to disk.
#pragma once

#include "ingest/log/samples/sample_log.hpp"

#include <filesystem>
#include <memory>

namespace dibs {

inline constexpr std::string_view lmdb_sample_format = "dibs samples 5";
inline constexpr std::string_view lmdb_hourly_format = "dibs hourly 6";

struct LmdbSampleSettings {
    std::filesystem::path directory;
    std::size_t map_bytes = std::size_t{256} << 30;  // 1000 GPUs at 1 Hz: about 77 GB a year
};

// `refused` names the directory and the broken rule.
LogResult<std::unique_ptr<SampleLog>> open_lmdb_sample_log(const LmdbSampleSettings& settings);
LogResult<std::unique_ptr<HourlyLog>> open_lmdb_hourly_log(const LmdbSampleSettings& settings);

// Removes all rows that begin after `limit`, for a clock that ran ahead. Returns their number. No
// process may have the log open.
LogResult<std::size_t> cut_lmdb_samples(const LmdbSampleSettings& settings, Instant limit);
LogResult<std::size_t> cut_lmdb_hours(const LmdbSampleSettings& settings, Instant limit);

}  // namespace dibs
