// Opens the configured log, or makes a new one. Only `dibsd log init` turns an empty topic or
// directory into a log, so a wrong address never starts a second history.
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

// Samples are kept where the facts are: embedded, or in a topic of their own, which names the log.
[[nodiscard]] LogResult<std::unique_ptr<SampleLog>> open_samples(const Config& config,
                                                                 const std::string& log_id);
[[nodiscard]] LogResult<std::unique_ptr<HourlyLog>> open_hours(const Config& config,
                                                               const std::string& log_id);

// Opens the key file: the configured path, else `keys` in the data directory. Rejected if the keys
// are not those of the log, or there is no log. `known`: the log position that the tables know.
[[nodiscard]] LogResult<std::unique_ptr<Keys>> open_keys(const Config& config, EventLog& log,
                                                         Position known);

// Writes `log.created{id, keys}` as the first record, and makes the key file if there is none.
// `refused` if there is a log already.
[[nodiscard]] LogResult<std::string> create_log(const Config& config, const Clock& clock);

[[nodiscard]] log_tools::LogPlace log_place_of(const Config& config);

}  // namespace dibs
