// Maps the configuration to the settings of each part of dibsd. Pure.
#pragma once

#include "api/auth/rates.hpp"
#include "api/http/connection/server.hpp"
#include "api/http/origin.hpp"
#include "domain/log/checkpoint.hpp"
#include "ingest/clock.hpp"
#include "ingest/probe/monitor.hpp"
#include "ingest/writer.hpp"
#include "ops/config/config.hpp"
#include "projections/usage/history_kept.hpp"

#include <cstdint>
#include <string>

namespace dibs {

// `tables`: the log position that the tables contain.
[[nodiscard]] WriterSettings writer_settings(const Config& config, Checkpoint tables);
[[nodiscard]] auth::RateSettings rate_settings(const Config& config);
[[nodiscard]] http::OriginPolicy origins_of(const Config& config);
[[nodiscard]] probe::MonitorOptions probe_options(const Clock& clock);
[[nodiscard]] http::ServerConfig server_config(const Config& config, const Clock& clock);

[[nodiscard]] HistoryKept history_kept(const Config& config);

// The address that people open. A wildcard address becomes one of this machine.
[[nodiscard]] std::string url_of(const Config& config, std::uint16_t port);

}  // namespace dibs
