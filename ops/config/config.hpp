// What an admin may set: the configuration file (TOML), overridden by the command line. Strict: an
// unknown key, a wrong type or a value out of range is refused with file, line, key and rule, and
// nothing is started.
#pragma once

#include "api/auth/external_identity.hpp"
#include "api/auth/ldap/settings.hpp"
#include "api/http/message/client_address.hpp"
#include "domain/rules/rules.hpp"
#include "ops/react/configured_hook.hpp"
#include "ops/react/hosts/configured_host.hpp"
#include "ops/react/mail/smtp.hpp"

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace dibs {

// [oidc]: an identity provider. Without an issuer there is none.
struct OidcConfig {
    std::string name = "single sign-on";  // on the button: "Sign in with …"
    std::string issuer{};
    std::string client_id{};
    std::filesystem::path client_secret_file{};  // empty: a public client
    std::filesystem::path ca{};                  // empty: those that the system trusts
    std::vector<std::string> scopes{"profile", "email"};
    std::string unix_name_claim = "preferred_username";
    std::string unix_name_domain{};
    bool keep_domain = false;
    std::string groups_claim = "groups";
    auth::Admission admission{};

    friend bool operator==(const OidcConfig&, const OidcConfig&) = default;
};

// [ldap]: a directory whose passwords are taken as ours are. Without a url there is none.
struct LdapConfig {
    auth::ldap::Settings directory{};
    std::filesystem::path bind_password_file{};
    auth::Admission admission{};  // its groups by their DN

    friend bool operator==(const LdapConfig&, const LdapConfig&) = default;
};

// [sign_up]: accounts for whoever owns a UNIX account on a host.
struct SignUpConfig {
    bool ssh = false;
    std::vector<std::string> hosts{};  // by name; empty: any of the fleet
    std::int64_t lowest_uid = 1000;    // below are the system's own accounts

    friend bool operator==(const SignUpConfig&, const SignUpConfig&) = default;
};

// [mail]: the site's mail server. Without a server no mail is sent.
struct MailConfig {
    std::string server{};
    std::int64_t port = 0;  // 0: as is usual for `tls`
    mail::Tls tls = mail::Tls::starttls;
    std::string login{};
    std::filesystem::path password_file{};
    mail::Mailbox from{};
    std::filesystem::path ca{};  // empty: those that the system trusts
    std::int64_t per_person_hour = 6;
    std::int64_t per_site_hour = 600;

    friend bool operator==(const MailConfig&, const MailConfig&) = default;
};

// One [[webhook]].
struct WebhookConfig {
    std::string event{};
    std::string url{};
    std::filesystem::path secret_file{};
    std::filesystem::path ca{};
    std::int64_t deadline_s = 30;
};

// One [[chat]].
struct ChatConfig {
    std::string event{};
    std::filesystem::path url_file{};
    std::filesystem::path ca{};
    std::int64_t deadline_s = 30;
};

struct Config {
    std::string listen_address = "127.0.0.1";
    std::uint16_t listen_port = 8080;
    bool listen_anywhere = false;         // plain HTTP beyond this machine: only if said explicitly
    std::filesystem::path certificate{};  // PEM; with its key: HTTPS, and nothing else
    std::filesystem::path certificate_key{};
    std::string base_path{};         // "" or "/dibs"
    std::int64_t keep_alive_s = 75;  // of an idle connection
    std::string public_url{};        // "https://dibs.example.org", as people reach it
    http::TrustedProxies trusted_proxies{};
    bool metrics_on_loopback = false;   // /metrics needs no token from this machine
    bool dcgm_metrics = false;          // /metrics/dcgm answers
    std::filesystem::path dashboard{};  // its built files; empty: beside the program, if there
    bool no_dashboard = false;          // the API alone
    std::vector<std::string> allowed_origins{};
    std::filesystem::path data_directory{};
    std::string log = "lmdb";  // or "kafka://host:port[,host:port]"
    std::int64_t kafka_replication = 1;
    std::int64_t kafka_min_insync = 1;
    std::int64_t seal_every_s = 3600;
    bool standby = false;
    bool accept_clock = false;
    std::filesystem::path probe_identity{};  // private key; empty: no probing
    std::filesystem::path keys{};            // empty: `keys` in the data directory
    rules::Set rules{};                      // at the first start, until somebody sets others
    std::int64_t samples_kept_h = 24 * 14;
    // [history]: how long charts reach back, step by step.
    std::int64_t history_seconds_h = 1;
    std::int64_t history_minutes_days = 30;
    std::int64_t history_hours_days = 1100;
    std::int64_t history_days_years = 20;
    std::int64_t commands_per_min = 120;         // of one person
    std::int64_t sign_ins_per_min = 5;           // of one account from one address
    std::int64_t sign_ins_per_address_min = 30;  // that fail
    std::int64_t sign_ins_per_account_min = 10;  // of one account; half at once
    std::int64_t connections = 16'384;  // streams among them; no more than descriptors leave
    std::int64_t connections_per_address = 1024;
    std::int64_t keys_per_account = 100'000;  // idempotency keys remembered at a time
    OidcConfig oidc{};
    LdapConfig ldap{};
    SignUpConfig sign_up{};
    std::vector<ConfiguredHost> hosts{};
    std::vector<ConfiguredHook> hooks{};
    std::vector<WebhookConfig> webhooks{};
    std::vector<ChatConfig> chats{};
    MailConfig mail{};
};

struct ConfigError {
    std::string text;  // "server.toml:12: [server] listen: …"
};
template <class T>
using ConfigResult = tl::expected<T, ConfigError>;
[[nodiscard]] inline tl::unexpected<ConfigError> config_error(std::string text) {
    return tl::unexpected(ConfigError{std::move(text)});
}

// Reads a whole configuration file over the values given.
[[nodiscard]] ConfigResult<void> read_config(const std::filesystem::path& file, Config& config);
// What the file sets for "section.key", a list's values a line each; for "host" the names of its
// hosts. Empty where it sets nothing. Refused for a key that does not exist.
[[nodiscard]] ConfigResult<std::string> configured_value(const std::filesystem::path& file,
                                                         std::string_view key);
// A hosts file has only [[host]] tables and [probe]; its hosts are added.
[[nodiscard]] ConfigResult<void> read_hosts_file(const std::filesystem::path& file, Config& config);

// Scheme, host, perhaps a port, and nothing behind.
[[nodiscard]] bool is_origin(std::string_view text);
// "127.0.0.1:8080", "[::1]:8080"
[[nodiscard]] ConfigResult<void> set_listen(const std::string& text, Config& config);
// The rules that concern several values.
[[nodiscard]] ConfigResult<void> check_config(const Config& config);

}  // namespace dibs
