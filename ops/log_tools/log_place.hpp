// Where an installation's log is, and how it is opened: the configuration of the tools. Filled by
// ops/log_setup.
#pragma once

#include "domain/log/event_log.hpp"
#include "domain/world/recorded.hpp"
#include "ingest/keys/keys.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace dibs::log_tools {

struct LogPlace {
    std::filesystem::path data;  // the data directory, with the embedded log
    std::filesystem::path keys;  // the key file
    std::string kafka{};         // its address; empty: the log is embedded
    std::function<LogResult<std::unique_ptr<EventLog>>()> open{};
    // Opens the keys as dibsd does: only if they belong to the log. `known`: the log position that
    // the tables know.
    std::function<LogResult<std::unique_ptr<Keys>>(EventLog& log, Position known)> open_keys{};
    // On Kafka: makes a new topic; no dibsd starts on it before `finish`.
    std::function<LogResult<std::unique_ptr<EventLog>>()> begin{};
    std::function<LogResult<void>()> finish{};

    [[nodiscard]] std::filesystem::path folder() const { return data / "log"; }
    [[nodiscard]] bool on_kafka() const { return !kafka.empty(); }
};

}  // namespace dibs::log_tools
