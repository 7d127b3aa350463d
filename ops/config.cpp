// Every key of the configuration stands in one table below, with how it is taken.
#include "ops/config.hpp"

#include "domain/codec/rules_fields.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <functional>
#include <map>
#include <set>

#include <toml++/toml.h>

namespace dibs {
namespace {

using Taken = std::optional<std::string>;  // the rule that was broken, if one was
using Take = std::function<Taken(const toml::node&, Config&)>;
using Section = std::map<std::string, Take, std::less<>>;

Take text_into(std::string Config::*member) {
    return [=](const toml::node& node, Config& config) -> Taken {
        const auto value = node.value_exact<std::string>();
        if (!value) return "expected a text";
        config.*member = *value;
        return std::nullopt;
    };
}

Take path_into(std::filesystem::path Config::*member) {
    return [=](const toml::node& node, Config& config) -> Taken {
        const auto value = node.value_exact<std::string>();
        if (!value || value->empty()) return "expected a path";
        config.*member = *value;
        return std::nullopt;
    };
}

template <class Set>
Take integer(std::int64_t least, std::int64_t most, Set set) {
    return [=](const toml::node& node, Config& config) -> Taken {
        const auto value = node.value_exact<std::int64_t>();
        if (!value || *value < least || *value > most) {
            return "expected an integer from " + std::to_string(least) + " to " +
                   std::to_string(most);
        }
        set(config, *value);
        return std::nullopt;
    };
}

Take flag_into(bool Config::*member) {
    return [=](const toml::node& node, Config& config) -> Taken {
        const auto value = node.value_exact<bool>();
        if (!value) return "expected true or false";
        config.*member = *value;
        return std::nullopt;
    };
}

Taken take_listen(const toml::node& node, Config& config) {
    const auto value = node.value_exact<std::string>();
    if (!value) return "expected a text like 127.0.0.1:8080";
    if (auto set = set_listen(*value, config); !set) return set.error().text;
    return std::nullopt;
}

Taken take_origins(const toml::node& node, Config& config) {
    const auto* array = node.as_array();
    if (!array) return "expected a list of texts";
    for (const auto& element : *array) {
        const auto origin = element.value_exact<std::string>();
        if (!origin || !(origin->starts_with("https://") || origin->starts_with("http://"))) {
            return "expected origins like https://dibs.example.org";
        }
        config.allowed_origins.push_back(*origin);
    }
    return std::nullopt;
}

Taken take_violation_level(const toml::node& node, Config& config) {
    const auto text = node.value_exact<std::string>();
    for (const auto& [level, name] : Names<rules::ViolationLevel>::list) {
        if (text != name) continue;
        config.rules.violation_level = level;
        return std::nullopt;
    }
    return "expected off, against_bookings or always";
}

Section rules_section() {
    Section section{{"violation_level", take_violation_level}};
    for (const auto& rule : rules::numbers) {
        section[std::string(rule.name)] =
            integer(1, rule.most, [wanted = rule.wanted](Config& config, std::int64_t value) {
                config.rules.*wanted = value;
            });
    }
    return section;
}

const std::map<std::string, Section, std::less<>>& sections() {
    static const std::map<std::string, Section, std::less<>> all = {
        {"server",
         {{"listen", take_listen},
          {"listen_anywhere", flag_into(&Config::listen_anywhere)},
          {"base_path", text_into(&Config::base_path)},
          {"dashboard", path_into(&Config::dashboard)},
          {"allowed_origins", take_origins}}},
        {"data", {{"dir", path_into(&Config::data_directory)}, {"keys", path_into(&Config::keys)}}},
        {"log",
         {{"url", text_into(&Config::log)},
          {"kafka_replication",
           integer(1, 99, [](Config& c, auto value) { c.kafka_replication = value; })},
          {"kafka_min_insync",
           integer(1, 99, [](Config& c, auto value) { c.kafka_min_insync = value; })},
          {"standby", flag_into(&Config::standby)}}},
        {"probe", {{"identity", path_into(&Config::probe_identity)}}},
        {"samples",
         {{"kept_h",
           integer(1, 24 * 3660, [](Config& c, auto value) { c.samples_kept_h = value; })}}},
        {"limits",
         {{"commands_per_min",
           integer(1, 100'000'000, [](Config& c, auto value) { c.commands_per_min = value; })},
          {"sign_ins_per_min",
           integer(1, 100'000'000, [](Config& c, auto value) { c.sign_ins_per_min = value; })},
          {"keys_per_account",
           integer(1, 100'000'000, [](Config& c, auto value) { c.keys_per_account = value; })}}},
        {"rules", rules_section()},
    };
    return all;
}

std::string place(const std::filesystem::path& file, const toml::node& node) {
    return file.string() + ":" + std::to_string(node.source().begin.line) + ": ";
}

tl::unexpected<ConfigError> wrong(std::string text) {
    return tl::unexpected(ConfigError{std::move(text)});
}

ConfigResult<void> take_section(const std::filesystem::path& file, std::string_view name,
                                const Section& section, const toml::node& node, Config& config) {
    const auto* table = node.as_table();
    if (!table)
        return wrong(place(file, node) + std::string(name) + " is a table: [" + std::string(name) +
                     "]");
    for (const auto& [key, value] : *table) {
        const std::string label = "[" + std::string(name) + "] " + std::string(key.str()) + ": ";
        const auto take = section.find(key.str());
        if (take == section.end()) return wrong(place(file, value) + label + "no such key");
        if (const auto broken = take->second(value, config)) {
            return wrong(place(file, value) + label + *broken);
        }
    }
    return {};
}

ConfigResult<void> take_host(const std::filesystem::path& file, const toml::node& node,
                             Config& config) {
    const auto* table = node.as_table();
    if (!table) return wrong(place(file, node) + "host is a list of tables: [[host]]");
    ConfiguredHost host;
    std::set<std::string, std::less<>> missing{"name", "address", "account", "host_key"};
    const std::map<std::string, std::string*, std::less<>> texts = {{"name", &host.name},
                                                                    {"address", &host.address},
                                                                    {"account", &host.account},
                                                                    {"host_key", &host.host_key}};
    for (const auto& [key, value] : *table) {
        const std::string label = "[[host]] " + std::string(key.str()) + ": ";
        missing.erase(std::string(key.str()));
        if (key.str() == "port") {
            const auto port = value.value_exact<std::int64_t>();
            if (!port || *port < 1 || *port > 65535) {
                return wrong(place(file, value) + label + "expected a port, 1 to 65535");
            }
            host.port = static_cast<std::uint16_t>(*port);
        } else if (const auto text = texts.find(key.str()); text != texts.end()) {
            const auto content = value.value_exact<std::string>();
            if (!content || content->empty()) {
                return wrong(place(file, value) + label + "expected a text");
            }
            *text->second = *content;
        } else {
            return wrong(place(file, value) + label + "no such key");
        }
    }
    if (!missing.empty()) {
        return wrong(place(file, node) + "[[host]] " + *missing.begin() + ": is missing");
    }
    config.hosts.push_back(std::move(host));
    return {};
}

Taken take_command(const toml::node& node, std::vector<std::string>& command) {
    constexpr auto rule = "expected a program's whole path and its arguments: [\"/etc/dibs/tell\"]";
    const auto* array = node.as_array();
    if (!array || array->empty()) return rule;
    for (const auto& element : *array) {
        const auto word = element.value_exact<std::string>();
        if (!word || word->find('\0') != std::string::npos) return rule;
        command.push_back(*word);
    }
    if (!command.front().starts_with('/')) return rule;
    return std::nullopt;
}

Taken take_hook_key(std::string_view key, const toml::node& value, ConfiguredHook& hook) {
    if (key == "run") return take_command(value, hook.run);
    if (key == "event") {
        const auto event = value.value_exact<std::string>();
        if (!event || event->empty()) return "expected an event like reservation.*";
        hook.event = *event;
        return std::nullopt;
    }
    if (key != "deadline_s") return "no such key";
    const auto seconds = value.value_exact<std::int64_t>();
    if (!seconds || *seconds < 1 || *seconds > 3600) return "expected an integer from 1 to 3600";
    hook.deadline_s = *seconds;
    return std::nullopt;
}

ConfigResult<void> take_hook(const std::filesystem::path& file, const toml::node& node,
                             Config& config) {
    const auto* table = node.as_table();
    if (!table) return wrong(place(file, node) + "on is a list of tables: [[on]]");
    ConfiguredHook hook;
    for (const auto& [key, value] : *table) {
        if (const auto broken = take_hook_key(key.str(), value, hook)) {
            return wrong(place(file, value) + "[[on]] " + std::string(key.str()) + ": " + *broken);
        }
    }
    const auto missing = hook.event.empty() ? "event" : hook.run.empty() ? "run" : nullptr;
    if (missing) return wrong(place(file, node) + "[[on]] " + missing + ": is missing");
    config.hooks.push_back(std::move(hook));
    return {};
}

// A list of tables, [[name]].
ConfigResult<void> take_each(const std::filesystem::path& file, const std::string& name,
                             const toml::node& node, Config& config) {
    const auto* array = node.as_array();
    if (!array) return wrong(place(file, node) + name + " is a list of tables: [[" + name + "]]");
    const auto take = name == "host" ? take_host : take_hook;
    for (const auto& element : *array) {
        if (auto taken = take(file, element, config); !taken) return taken;
    }
    return {};
}

ConfigResult<toml::table> parse(const std::filesystem::path& file) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error)) {
        return wrong(file.string() + ": cannot be read, or is no file");
    }
    try {
        return toml::table(toml::parse_file(file.string()));
    } catch (const toml::parse_error& broken) {
        return wrong(file.string() + ":" + std::to_string(broken.source().begin.line) + ": " +
                     std::string(broken.description()));
    }
}

ConfigResult<void> read_file(const std::filesystem::path& file,
                             const std::set<std::string, std::less<>>& allowed, Config& config) {
    const auto parsed = parse(file);
    if (!parsed) return tl::unexpected(parsed.error());
    for (const auto& [key, node] : *parsed) {
        const std::string name(key.str());
        if (!allowed.contains(name)) {
            return wrong(place(file, node) + "[" + name + "]: no such section");
        }
        const auto section = sections().find(name);
        auto taken = section == sections().end()
                         ? take_each(file, name, node, config)
                         : take_section(file, name, section->second, node, config);
        if (!taken) return taken;
    }
    return {};
}

}  // namespace

ConfigResult<void> read_config(const std::filesystem::path& file, Config& config) {
    std::set<std::string, std::less<>> allowed{"host", "on"};
    for (const auto& [name, section] : sections()) allowed.insert(name);
    return read_file(file, allowed, config);
}

ConfigResult<std::string> configured_value(const std::filesystem::path& file,
                                           std::string_view key) {
    const auto dot = std::min(key.find('.'), key.size());
    const auto name = key.substr(0, dot);
    const auto section = sections().find(name);
    const bool known = dot == key.size() ? key == "host"
                                         : section != sections().end() &&
                                               section->second.contains(key.substr(dot + 1));
    if (!known) return wrong(std::string(key) + ": no such key");
    const auto parsed = parse(file);
    if (!parsed) return tl::unexpected(parsed.error());
    std::string text;
    const auto add = [&](const toml::node& node) {
        node.visit([&](const auto& value) {
            if constexpr (toml::is_string<decltype(value)>) {
                text += *value + '\n';
            } else if constexpr (toml::is_integer<decltype(value)>) {
                text += std::to_string(*value) + '\n';
            } else if constexpr (toml::is_boolean<decltype(value)>) {
                text += *value ? "true\n" : "false\n";
            }
        });
    };
    const auto found = dot == key.size() ? (*parsed)[name] : (*parsed)[name][key.substr(dot + 1)];
    if (const auto* list = found.as_array()) {
        for (const auto& item : *list) add(item.is_table() ? *item.as_table()->get("name") : item);
    } else if (found) {
        add(*found.node());
    }
    return text;
}

ConfigResult<void> read_hosts_file(const std::filesystem::path& file, Config& config) {
    return read_file(file, {"host", "probe"}, config);
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
        return wrong("expected ADDRESS:PORT, found \"" + text + "\"");
    }
    config.listen_address = address;
    config.listen_port = static_cast<std::uint16_t>(std::stoi(port));
    return {};
}

ConfigResult<void> check_config(const Config& config) {
    const auto& address = config.listen_address;
    const bool loopback = address.starts_with("127.") || address == "::1" || address == "localhost";
    if (!loopback && !config.listen_anywhere) {
        return wrong("[server] listen: " + address +
                     " is reachable from outside, and this is plain HTTP. Put a TLS proxy in front "
                     "and listen on 127.0.0.1, or set listen_anywhere = true.");
    }
    const auto& path = config.base_path;
    if (!path.empty() && (path.front() != '/' || path.back() == '/')) {
        return wrong("[server] base_path: starts with / and does not end with it, like /dibs");
    }
    // It is written into the dashboard's page.
    const auto plain = [](unsigned char c) { return std::isalnum(c) || std::strchr("/-._~", c); };
    if (!std::all_of(path.begin(), path.end(), plain)) {
        return wrong("[server] base_path: letters, digits and -._~ between the slashes");
    }
    if (config.log != "lmdb" && !config.log.starts_with("kafka://")) {
        return wrong("[log] url: \"lmdb\" or \"kafka://host:port[,host:port]\"");
    }
    if (const auto rules = rules::changed_by({}, config.rules); !rules) {
        return wrong("[rules] " + rules.error().field + ": " + rules.error().detail);
    }
    std::set<std::string> names;
    for (const auto& hook : config.hooks) {
        if (!names.insert(name_of(hook)).second) {
            return wrong("[[on]] " + name_of(hook) + ": stands there twice");
        }
    }
    if (config.data_directory.empty()) {
        return wrong("[data] dir: where to keep the data (or --data DIR)");
    }
    return {};
}

}  // namespace dibs
