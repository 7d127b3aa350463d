// Settings of the command line: server, zone and token. Precedence: flag > environment
// (DIBS_SERVER, DIBS_TOKEN, DIBS_ZONE) > the user's config.toml > /etc/dibs/cli.toml. Folders
// follow the XDG specification; written files are readable by the owner only (0600).
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace dibs::cli {

inline constexpr const char* default_server = "http://127.0.0.1:8080";

struct Places {
    std::filesystem::path config;  // $XDG_CONFIG_HOME/dibs
    std::filesystem::path state;   // $XDG_STATE_HOME/dibs
    std::filesystem::path system = "/etc/dibs/cli.toml";
};

using Environment = std::function<std::optional<std::string>(const std::string& name)>;
[[nodiscard]] std::optional<std::string> process_environment(const std::string& name);
[[nodiscard]] Places places(const Environment& environment);

struct Credential {
    std::string token;     // the secret
    std::string token_id;  // to revoke it by
    std::string name;      // the account's name
};

class Settings {
  public:
    Settings(Places places, Environment environment);

    // Without a trailing slash. Throws Failure (usage) if it is not an http or https URL.
    [[nodiscard]] std::string server(const std::string& flag) const;
    [[nodiscard]] std::optional<std::string> zone(const std::string& flag) const;
    // DIBS_TOKEN, else the token kept for this server; empty if there is none.
    [[nodiscard]] std::string token(const std::string& server) const;
    [[nodiscard]] std::optional<Credential> credential(const std::string& server) const;

    void keep_credential(const std::string& server, const Credential& credential) const;
    void forget_credential(const std::string& server) const;
    // Keeps the identifier of this machine after a sign-in by password. It grants no access, and
    // signing out keeps it.
    void keep_device(const std::string& server, const std::string& device) const;
    [[nodiscard]] std::optional<std::string> device(const std::string& server) const;
    // Makes `server` the default, if none is configured yet.
    void keep_server(const std::string& server) const;

    // Small files in the state folder, such as the offers of the last search.
    void keep_state(const std::string& name, const std::string& text) const;
    [[nodiscard]] std::optional<std::string> state(const std::string& name) const;

  private:
    [[nodiscard]] std::optional<std::string> configured(const char* key) const;

    Places places_;
    Environment environment_;
};

}  // namespace dibs::cli
