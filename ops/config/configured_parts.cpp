// From the keys of the file to the settings of each part, in the units that the part takes.
#include "ops/config/configured_parts.hpp"

#include "api/routes/request/routes.hpp"

#include <utility>

namespace dibs {
namespace {

// Requests in flight may wait for the log to confirm their facts, and then for the tables.
constexpr std::chrono::milliseconds stop_deadline{9000};

}  // namespace

WriterSettings writer_settings(const Config& config, Checkpoint tables) {
    WriterSettings settings;
    settings.tables = std::move(tables);
    settings.node = config.listen_address + ":" + std::to_string(config.listen_port);
    settings.claim = !config.standby;
    settings.accept_clock = config.accept_clock;
    settings.snapshots = config.data_directory / "world";
    settings.keys_per_account = static_cast<std::size_t>(config.keys_per_account);
    return settings;
}

auth::RateSettings rate_settings(const Config& config) {
    auth::RateSettings rates;
    rates.commands_per_min = static_cast<double>(config.commands_per_min);
    rates.sign_ins_per_min = static_cast<double>(config.sign_ins_per_min);
    rates.sign_ins_per_address_min = static_cast<double>(config.sign_ins_per_address_min);
    rates.sign_ins_per_account_min = static_cast<double>(config.sign_ins_per_account_min);
    return rates;
}

probe::MonitorOptions probe_options(const Clock& clock) {
    probe::MonitorOptions options;
    options.wall_clock = clock;
    return options;
}

HistoryKept history_kept(const Config& config) {
    using std::chrono::days;
    return {.seconds = std::chrono::hours{config.history_seconds_h},
            .minutes = days{config.history_minutes_days},
            .hours = days{config.history_hours_days},
            .days = days{config.history_days_years * 366}};
}

http::OriginPolicy origins_of(const Config& config) {
    http::OriginPolicy origins{config.allowed_origins};
    if (!config.public_url.empty()) origins.allowed.push_back(config.public_url);
    return origins;
}

std::string url_of(const Config& config, std::uint16_t port) {
    if (!config.public_url.empty()) return config.public_url + config.base_path;
    auto host = config.listen_address;
    if (host == "0.0.0.0") host = "127.0.0.1";
    if (host == "::") host = "::1";
    if (host.find(':') != std::string::npos) host = '[' + host + ']';
    const std::string scheme = config.certificate.empty() ? "http://" : "https://";
    return scheme + host + ':' + std::to_string(port) + config.base_path;
}

http::ServerConfig server_config(const Config& config, const Clock& clock) {
    http::ServerConfig server;
    server.address = config.listen_address;
    server.port = config.listen_port;
    server.base_path = config.base_path;
    server.certificate = config.certificate;
    server.certificate_key = config.certificate_key;
    server.limits.stop_deadline = stop_deadline;
    server.limits.idle_deadline = std::chrono::seconds{config.keep_alive_s};
    server.limits.connections_per_client = static_cast<std::size_t>(config.connections_per_address);
    server.proxies = config.trusted_proxies;
    server.speaks_for_many = [proxies = config.trusted_proxies](std::string_view peer) {
        return http::is_loopback(peer) || proxies.trusts(peer);
    };
    server.origins = origins_of(config);
    server.secret_behind = routes::feeds_path;
    server.wall_clock = clock;
    return server;
}

}  // namespace dibs
