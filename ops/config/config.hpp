// The settings of an admin: the configuration file (TOML), overridden by the command line. Strict:
// an unknown key, a wrong type or a value out of range is an error. The error names file, line, key
// and rule, and dibsd does not start.
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
    std::filesystem::path ca{};                  // empty: the system's certificates
    std::vector<std::string> scopes{"profile", "email"};
    std::string unix_name_claim = "preferred_username";
    std::string unix_name_domain{};
    bool keep_domain = false;
    std::string groups_claim = "groups";
    auth::Admission admission{};

    friend bool operator==(const OidcConfig&, const OidcConfig&) = default;
};

// [ldap]: a directory that checks passwords. Without a url there is none.
struct LdapConfig {
    auth::ldap::Settings directory{};
    std::filesystem::path bind_password_file{};
    auth::Admission admission{};  // its groups are named by DN

    friend bool operator==(const LdapConfig&, const LdapConfig&) = default;
};

// [sign_up]: owners of a UNIX account on a host make their own account.
struct SignUpConfig {
    bool ssh = false;
    std::vector<std::string> hosts{};  // by name; empty: all hosts
    std::int64_t lowest_uid = 1000;    // lower ones are system accounts

    friend bool operator==(const SignUpConfig&, const SignUpConfig&) = default;
};

// [mail]: the site's mail server. Without a server no mail is sent.
struct MailConfig {
    std::string server{};
    std::int64_t port = 0;  // 0: the default of `tls`
    mail::Tls tls = mail::Tls::starttls;
    std::string login{};
    std::filesystem::path password_file{};
    mail::Mailbox from{};
    std::filesystem::path ca{};  // empty: the system's certificates
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
    bool listen_anywhere = false;         // plain HTTP on addresses other than loopback
    std::filesystem::path certificate{};  // PEM; with its key: HTTPS only
    std::filesystem::path certificate_key{};
    std::string base_path{};         // "" or "/dibs"
    std::int64_t keep_alive_s = 75;  // of an idle connection
    std::string public_url{};        // "https://dibs.example.org", the address that people open
    http::TrustedProxies trusted_proxies{};
    bool metrics_on_loopback = false;   // no token is needed for /metrics from this machine
    bool dcgm_metrics = false;          // /metrics/dcgm answers
    std::filesystem::path dashboard{};  // its built files; empty: those beside the program
    bool no_dashboard = false;          // serves the API alone
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
    rules::Set rules{};                      // from the first start until an admin changes them
    std::int64_t samples_kept_h = 24 * 14;
    // [history]: how long charts keep each resolution.
    std::int64_t history_seconds_h = 1;
    std::int64_t history_minutes_days = 30;
    std::int64_t history_hours_days = 1100;
    std::int64_t history_days_years = 20;
    std::int64_t commands_per_min = 120;         // of one person
    std::int64_t sign_ins_per_min = 5;           // of one account from one address
    std::int64_t sign_ins_per_address_min = 30;  // failed ones
    std::int64_t sign_ins_per_account_min = 10;  // of one account; half of it in one burst
    std::int64_t connections = 16'384;           // with streams; capped by the free descriptors
    std::int64_t connections_per_address = 1024;
    std::int64_t keys_per_account = 100'000;  // idempotency keys kept at a time
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

// Reads a whole configuration file; its values override those in `config`.
[[nodiscard]] ConfigResult<void> read_config(const std::filesystem::path& file, Config& config);
// The value of "section.key" in the file, one line for each value of a list; for "host" the names
// of its hosts. Empty where the file does not set it. An unknown key is an error.
[[nodiscard]] ConfigResult<std::string> configured_value(const std::filesystem::path& file,
                                                         std::string_view key);
// A hosts file contains only [[host]] tables and [probe]; its hosts are added.
[[nodiscard]] ConfigResult<void> read_hosts_file(const std::filesystem::path& file, Config& config);

// True for a scheme, a host and an optional port, with nothing after them.
[[nodiscard]] bool is_origin(std::string_view text);
// "127.0.0.1:8080", "[::1]:8080"
[[nodiscard]] ConfigResult<void> set_listen(const std::string& text, Config& config);
// Checks the rules that concern several values.
[[nodiscard]] ConfigResult<void> check_config(const Config& config);

}  // namespace dibs
