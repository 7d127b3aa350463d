// Opens all parts of dibsd that can fail to open: the data directory with its lock, the logs, the
// keys, the tables and the dashboard. An error is a sentence, and everything is closed again then.
// Waits for parts that do not answer yet, such as brokers, until dibsd has to end. The order
// matters: tables that know a log show whether an empty log may be the right one.
#pragma once

#include "domain/log/checkpoint.hpp"
#include "ingest/keys/keys.hpp"
#include "ingest/log/answered/answered_table.hpp"
#include "ingest/log/disk/data_directory.hpp"
#include "ops/dashboard_files.hpp"
#include "ops/log_setup.hpp"
#include "projections/read_model.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <tl/expected.hpp>

namespace dibs {

struct Files {
    DataDirectory lock;
    std::unique_ptr<EventLog> log;
    std::string log_id;
    std::unique_ptr<Keys> keys;
    std::unique_ptr<SampleLog> samples;
    std::unique_ptr<HourlyLog> hours;
    std::unique_ptr<AnsweredTable> answered;
    std::unique_ptr<ReadModel> model;
    std::optional<http::StaticFiles> dashboard;
};

using ShutdownCheck = std::function<bool(std::chrono::milliseconds wait)>;
[[nodiscard]] tl::expected<Files, std::string> open_files(const Config& config,
                                                          const ShutdownCheck& shutdown_requested);

// The log position that these tables contain.
[[nodiscard]] Checkpoint tables_of(ReadModel& model);

}  // namespace dibs
