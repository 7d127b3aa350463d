// Opening the log that the configuration names, and making a new one. An empty topic or directory
// becomes a log only by `dibsd log init`, so that a wrong address never starts a second history.
#pragma once

#include "domain/log/event_log.hpp"
#include "ingest/clock.hpp"
#include "ingest/keys/keys.hpp"
#include "ingest/log/samples/sample_log.hpp"
#include "ops/config/config.hpp"
#include "ops/log_tools/log_place.hpp"

#include <memory>

namespace dibs {

[[nodiscard]] LogResult<std::unique_ptr<EventLog>> open_log(const Config& config);

// Samples live where the facts do: embedded, or in a topic of their own, which names the log.
[[nodiscard]] LogResult<std::unique_ptr<SampleLog>> open_samples(const Config& config,
                                                                 const std::string& log_id);
[[nodiscard]] LogResult<std::unique_ptr<HourlyLog>> open_hours(const Config& config,
                                                               const std::string& log_id);

// The file of keys: where the configuration says, else `keys` in the data directory. Refused if
// they are not those that the log was made with, or there is no log; `known`: how far the tables
// know one.
[[nodiscard]] LogResult<std::unique_ptr<Keys>> open_keys(const Config& config, EventLog& log,
                                                         Position known);

// Writes `log.created{id, keys}` as the first record, and makes the file of keys if there is none.
// `refused` if there is a log already.
[[nodiscard]] LogResult<std::string> create_log(const Config& config, const Clock& clock);

[[nodiscard]] log_tools::LogPlace log_place_of(const Config& config);

}  // namespace dibs
