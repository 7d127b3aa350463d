// Rules on a configuration that concern several values, from the file or from options.
#include "ops/config/config.hpp"
#include "ops/config/config_identity.hpp"
#include "ops/config/config_outbound.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <set>

namespace dibs {

bool is_origin(std::string_view text) {
    const auto begin = text.find("://");
    const auto scheme = text.substr(0, begin);
    return (scheme == "https" || scheme == "http") && begin + 3 < text.size() &&
           text.find_first_of("/?#@ ", begin + 3) == std::string_view::npos;
}

ConfigResult<void> set_listen(const std::string& text, Config& config) {
    const auto colon = text.rfind(':');
    auto address = text.substr(0, colon);
    if (address.size() > 2 && address.front() == '[' && address.back() == ']') {
        address = address.substr(1, address.size() - 2);
    }
    const std::string port = colon == std::string::npos ? "" : text.substr(colon + 1);
    const bool digits = !port.empty() && port.size() <= 5 &&
                        port.find_first_not_of("0123456789") == std::string::npos;
    if (address.empty() || !digits || std::stoi(port) > 65535) {
        return config_error("expected ADDRESS:PORT, found \"" + text + "\"");
    }
    config.listen_address = address;
    config.listen_port = static_cast<std::uint16_t>(std::stoi(port));
    return {};
}

namespace {

// Coarser steps are kept at least as long as finer ones, so that a longer chart finds data.
ConfigResult<void> check_history(const Config& config) {
    if (config.history_hours_days < config.history_minutes_days) {
        return config_error("[history] hours_days: no less than minutes_days");
    }
    if (config.history_days_years * 366 < config.history_hours_days) {
        return config_error("[history] days_years: no less than hours_days, a year being 366 days");
    }
    return {};
}

}  // namespace

ConfigResult<void> check_config(const Config& config) {
    const auto& address = config.listen_address;
    const bool loopback = address.starts_with("127.") || address == "::1" || address == "localhost";
    if (config.certificate.empty() != config.certificate_key.empty()) {
        return config_error("[server] certificate and certificate_key: both, or neither");
    }
    if (!loopback && !config.listen_anywhere && config.certificate.empty()) {
        return config_error(
            "[server] listen: " + address +
            " is reachable from outside, and this is plain HTTP. Set certificate and "
            "certificate_key, or put a TLS proxy in front and listen on 127.0.0.1, or set "
            "listen_anywhere = true.");
    }
    const auto& path = config.base_path;
    if (!path.empty() && (path.front() != '/' || path.back() == '/')) {
        return config_error(
            "[server] base_path: starts with / and does not end with it, like /dibs");
    }
    // The path is written into the dashboard's page.
    const auto plain = [](unsigned char c) { return std::isalnum(c) || std::strchr("/-._~", c); };
    if (!std::all_of(path.begin(), path.end(), plain)) {
        return config_error("[server] base_path: letters, digits and -._~ between the slashes");
    }
    if (config.log != "lmdb" && !config.log.starts_with("kafka://")) {
        return config_error("[log] url: \"lmdb\" or \"kafka://host:port[,host:port]\"");
    }
    if (const auto rules = rules::changed_by({}, config.rules); !rules) {
        return config_error("[rules] " + rules.error().field + ": " + rules.error().detail);
    }
    std::set<std::string> names;
    for (const auto& hook : config.hooks) {
        if (!names.insert(name_of(hook)).second) {
            return config_error("[[on]] " + name_of(hook) + ": stands there twice");
        }
    }
    if (auto checked = check_history(config); !checked) return checked;
    if (auto checked = check_outbound(config); !checked) return checked;
    if (auto checked = check_identity(config); !checked) return checked;
    if (config.data_directory.empty()) {
        return config_error("[data] dir: where to keep the data (or --data DIR)");
    }
    return {};
}

}  // namespace dibs
