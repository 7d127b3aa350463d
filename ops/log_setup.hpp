// Opening the log that the configuration names, and making a new one. An empty topic or directory
// becomes a log only by `dibsd log init`, so that a wrong address never starts a second history.
#pragma once

#include "domain/log/event_log.hpp"
#include "ingest/clock.hpp"
#include "ingest/log/samples/sample_log.hpp"
#include "ops/config.hpp"

#include <memory>

namespace dibs {

[[nodiscard]] LogResult<std::unique_ptr<EventLog>> open_log(const Config& config);

// Samples live where the facts do: embedded, or in a topic of their own.
[[nodiscard]] LogResult<std::unique_ptr<SampleLog>> open_samples(const Config& config);
[[nodiscard]] LogResult<std::unique_ptr<HourlyLog>> open_hours(const Config& config);

// Writes `log.created{id}` as the first record. `refused` if there is a log already.
[[nodiscard]] LogResult<std::string> create_log(const Config& config, const Clock& clock);

}  // namespace dibs
