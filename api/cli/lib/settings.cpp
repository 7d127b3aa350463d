// Reads and writes the files of the command line, each as a whole.
#include "api/cli/lib/settings.hpp"

#include "api/cli/lib/failure.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include <fcntl.h>
#include <sys/stat.h>
#include <toml++/toml.h>
#include <unistd.h>

namespace dibs::cli {
namespace {

namespace fs = std::filesystem;

toml::table read_toml(const fs::path& file) {
    std::error_code error;
    if (!fs::exists(file, error)) return {};
    try {
        return toml::parse_file(file.string());
    } catch (const toml::parse_error& problem) {
        throw Failure(Exit::usage,
                      file.string() + ", line " + std::to_string(problem.source().begin.line) +
                          ": " + std::string(problem.description()) + '.',
                      "Correct or remove that file.");
    }
}

[[noreturn]] void cannot_write(const fs::path& file) {
    throw Failure(Exit::failure,
                  "Cannot write " + file.string() + ": " + std::strerror(errno) + '.',
                  "Check that the folder exists and is yours.");
}

// Makes missing folders accessible to the owner only, as XDG requires. The last folder is always
// made so.
void make_private(const fs::path& folder) {
    std::error_code error;
    const auto before = ::umask(077);
    fs::create_directories(folder, error);
    ::umask(before);
    fs::permissions(folder, fs::perms::owner_all, error);
}

// Written atomically; readable by the owner only.
void write_private(const fs::path& file, const std::string& text) {
    make_private(file.parent_path());
    const auto fresh = file.string() + ".new";
    const int fd = ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0) cannot_write(file);
    const bool written = ::fchmod(fd, 0600) == 0 &&
                         ::write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    if (::close(fd) != 0 || !written || ::rename(fresh.c_str(), file.c_str()) != 0) {
        cannot_write(file);
    }
}

std::string text_of(const toml::table& table) {
    std::ostringstream text;
    text << table << '\n';
    return text.str();
}

}  // namespace

std::optional<std::string> process_environment(const std::string& name) {
    const char* value = std::getenv(name.c_str());
    if (value == nullptr || *value == '\0') return std::nullopt;
    return value;
}

Places places(const Environment& environment) {
    const fs::path home = environment("HOME").value_or("/");
    const auto place = [&](const char* variable, const char* otherwise) {
        const fs::path set = environment(variable).value_or("");
        return (set.is_absolute() ? set : home / otherwise) / "dibs";
    };
    return {place("XDG_CONFIG_HOME", ".config"), place("XDG_STATE_HOME", ".local/state")};
}

Settings::Settings(Places where, Environment environment)
    : places_(std::move(where)), environment_(std::move(environment)) {}

std::optional<std::string> Settings::configured(const char* key) const {
    for (const auto& file : {places_.config / "config.toml", places_.system}) {
        const auto table = read_toml(file);
        if (const auto value = table[key].value<std::string>()) return value;
    }
    return std::nullopt;
}

std::string Settings::server(const std::string& flag) const {
    auto url = flag;
    if (url.empty()) url = environment_("DIBS_SERVER").value_or("");
    if (url.empty()) url = configured("server").value_or(default_server);
    if (url.find("://") == std::string::npos) url = "http://" + url;
    while (url.ends_with('/')) url.pop_back();
    if (!url.starts_with("http://") && !url.starts_with("https://")) {
        throw Failure(Exit::usage, "'" + url + "' is not the address of a server.",
                      "Write it as http://gpus.example.org:8080.");
    }
    return url;
}

std::optional<std::string> Settings::zone(const std::string& flag) const {
    if (!flag.empty()) return flag;
    if (auto zone = environment_("DIBS_ZONE")) return zone;
    return configured("zone");
}

std::string Settings::token(const std::string& server) const {
    if (auto token = environment_("DIBS_TOKEN")) return *token;
    const auto kept = credential(server);
    return kept ? kept->token : "";
}

std::optional<Credential> Settings::credential(const std::string& server) const {
    const auto file = places_.config / "credentials.toml";
    struct stat info {};
    if (::stat(file.c_str(), &info) == 0 && (info.st_mode & 077) != 0) {
        throw Failure(Exit::failure, file.string() + " can be read by others.",
                      "Run: chmod 600 " + file.string());
    }
    const auto table = read_toml(file);
    const auto* entry = table[server].as_table();
    if (entry == nullptr) return std::nullopt;
    const auto member = [&](const char* key) { return (*entry)[key].value_or(std::string{}); };
    return Credential{member("token"), member("token_id"), member("name")};
}

void Settings::keep_credential(const std::string& server, const Credential& credential) const {
    const auto file = places_.config / "credentials.toml";
    auto table = read_toml(file);
    table.insert_or_assign(server, toml::table{{"token", credential.token},
                                               {"token_id", credential.token_id},
                                               {"name", credential.name}});
    write_private(file, text_of(table));
}

void Settings::forget_credential(const std::string& server) const {
    const auto file = places_.config / "credentials.toml";
    auto table = read_toml(file);
    if (!table.contains(server)) return;
    table.erase(server);
    write_private(file, text_of(table));
}

void Settings::keep_device(const std::string& server, const std::string& device) const {
    const auto file = places_.config / "devices.toml";
    auto table = read_toml(file);
    table.insert_or_assign(server, device);
    write_private(file, text_of(table));
}

std::optional<std::string> Settings::device(const std::string& server) const {
    return read_toml(places_.config / "devices.toml")[server].value<std::string>();
}

void Settings::keep_server(const std::string& server) const {
    const auto file = places_.config / "config.toml";
    auto table = read_toml(file);
    if (table.contains("server")) return;
    table.insert_or_assign("server", server);
    write_private(file, text_of(table));
}

void Settings::keep_state(const std::string& name, const std::string& text) const {
    write_private(places_.state / name, text);
}

std::optional<std::string> Settings::state(const std::string& name) const {
    std::ifstream file(places_.state / name);
    if (!file) return std::nullopt;
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

}  // namespace dibs::cli
