// Where an installation's log is, and how it is opened: what the tools need of the configuration.
// Filled by ops/log_setup.
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
    std::filesystem::path data;  // the data directory; the embedded log lies in it
    std::filesystem::path keys;  // the file of them
    std::string kafka{};         // its address; empty: the log is embedded
    std::function<LogResult<std::unique_ptr<EventLog>>()> open{};
    // As dibsd opens them: only if they are those of the log. `known`: how far the tables know one.
    std::function<LogResult<std::unique_ptr<Keys>>(EventLog& log, Position known)> open_keys{};
    // On Kafka: a new topic, on which no dibsd starts before it is finished.
    std::function<LogResult<std::unique_ptr<EventLog>>()> begin{};
    std::function<LogResult<void>()> finish{};

    [[nodiscard]] std::filesystem::path folder() const { return data / "log"; }
    [[nodiscard]] bool on_kafka() const { return !kafka.empty(); }
};

}  // namespace dibs::log_tools
