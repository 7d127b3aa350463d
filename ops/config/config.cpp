// Reads a configuration file. Each key is in one of the tables below, with the function that reads
// it. config_rules.cpp has the rules that concern several values.
#include "ops/config/config.hpp"

#include "api/cli/lib/jumps.hpp"
#include "domain/fleet/fleet_rules.hpp"
#include "domain/rules/rules_fields.hpp"
#include "ops/config/config_identity.hpp"
#include "ops/config/config_keys.hpp"
#include "ops/config/config_outbound.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include <toml++/toml.h>

namespace dibs {
namespace {

Taken take_listen(const ConfigValue& given, Config& config) {
    const auto value = given.text();
    if (!value) return "expected a text like 127.0.0.1:8080";
    if (auto set = set_listen(*value, config); !set) return set.error().text;
    return std::nullopt;
}

Taken take_public_url(const ConfigValue& given, Config& config) {
    const auto url = given.text();
    if (!url || !(url->empty() || is_origin(*url))) {
        return "expected a URL without a path, like https://dibs.example.org";
    }
    config.public_url = *url;
    return std::nullopt;
}

Taken take_origins(const ConfigValue& given, Config& config) {
    auto origins = given.texts();
    if (!origins || !std::all_of(origins->begin(), origins->end(), is_origin)) {
        return "expected origins like https://dibs.example.org";
    }
    config.allowed_origins = *std::move(origins);
    return std::nullopt;
}

Taken take_proxies(const ConfigValue& given, Config& config) {
    const auto texts = given.texts();
    if (!texts) return "expected a list of texts";
    auto proxies = http::TrustedProxies::parse(*texts);
    if (!proxies) return proxies.error();
    config.trusted_proxies = *std::move(proxies);
    return std::nullopt;
}

// For rules whose value is a word.
template <class E>
struct EnumIn {
    using type = E;
};
template <class E>
struct EnumIn<std::optional<E>> : EnumIn<E> {};
template <class Wanted>
Take<Config> word(Wanted rules::Set::*wanted) {
    return [wanted](const ConfigValue& given, Config& config) -> Taken {
        using E = typename EnumIn<Wanted>::type;
        const auto text = given.text();
        const auto value = text ? value_named<E>(*text) : std::nullopt;
        if (!value) return "expected one of " + all_names<E>();
        config.rules.*wanted = *value;
        return std::nullopt;
    };
}

// "message 0": the action, and its delay in seconds from the beginning.
std::optional<enforcement::Step> step_of(const std::string& text) {
    const auto space = text.find(' ');
    const auto digits = text.substr(std::min(space, text.size() - 1) + 1);
    const bool number = space != std::string::npos && !digits.empty() && digits.size() <= 6 &&
                        digits.find_first_not_of("0123456789") == std::string::npos;
    const auto action = value_named<enforcement::Action>(text.substr(0, space));
    if (!number || !action) return std::nullopt;
    return enforcement::Step{std::stoll(digits), *action};
}

Taken take_steps(const ConfigValue& given, Config& config) {
    const auto texts = given.texts();
    enforcement::Steps steps;
    for (const auto& text : texts.value_or(std::vector<std::string>{})) {
        const auto step = step_of(text);
        if (!step) return "no step: \"" + text + "\"; expected one like \"mail_person 120\"";
        steps.push_back(*step);
    }
    if (!texts) return "expected a list of texts like \"mail_person 120\"";
    config.rules.violation_steps = std::move(steps);
    return std::nullopt;
}

Taken take_ignored(const ConfigValue& given, Config& config) {
    auto texts = given.texts();
    if (!texts) return "expected a list of texts";
    config.rules.ignored_processes = *std::move(texts);
    return std::nullopt;
}

std::optional<std::string> take_symptoms(const ConfigValue& given, Config& config) {
    auto texts = given.texts();
    if (!texts) return "expected a list of texts";
    health::Symptoms symptoms;
    for (const auto& [value, name] : Names<health::Symptom>::list) {
        if (std::erase(*texts, name) > 0) symptoms.push_back(value);
    }
    if (!texts->empty()) {
        return "there is no condition \"" + texts->front() + "\"; there are " +
               all_names<health::Symptom>();
    }
    config.rules.unhealthy_if = std::move(symptoms);
    return std::nullopt;
}

Taken take_xids(const ConfigValue& given, Config& config) {
    auto numbers = given.integers();
    if (!numbers) return "expected a list of integers, like [48, 79]";
    auto xids = health::checked_xids(*std::move(numbers));
    if (!xids) return xids.error().detail;
    config.rules.unhealthy_xids = *std::move(xids);
    return std::nullopt;
}

ConfigKeys<Config> rules_section() {
    ConfigKeys<Config> section{{"violation_level", word(&rules::Set::violation_level)},
                               {"usage_visible_to", word(&rules::Set::usage_visible_to)},
                               {"violation_steps", take_steps},
                               {"ignored_processes", take_ignored},
                               {"unhealthy_if", take_symptoms},
                               {"unhealthy_xids", take_xids}};
    rules::each_choice(
        [&](const auto& choice) { section[std::string(choice.name)] = word(choice.wanted); });
    const auto take = [&](const auto& rule) {
        const auto put = [wanted = rule.wanted](Config& c, std::int64_t n) { c.rules.*wanted = n; };
        section[std::string(rule.name)] = integer<Config>(1, rule.most, put);
    };
    for (const auto& rule : rules::numbers) take(rule);
    for (const auto& rule : rules::open_numbers) take(rule);
    return section;
}

Taken take_program(const ConfigValue& given, ConfiguredHook& hook) {
    auto words = given.texts();
    const auto plain = [](const std::string& word) { return word.find('\0') == word.npos; };
    const bool good = words && !words->empty() && words->front().starts_with('/') &&
                      std::all_of(words->begin(), words->end(), plain);
    if (!good) return "expected a program's whole path and its arguments: [\"/etc/dibs/tell\"]";
    hook.run = *std::move(words);
    return std::nullopt;
}

const std::map<std::string, ConfigKeys<Config>, std::less<>>& sections() {
    using C = Config;
    constexpr std::int64_t many = 100'000'000;
    static const std::map<std::string, ConfigKeys<Config>, std::less<>> all = {
        {"server",
         {{"listen", take_listen},
          {"listen_anywhere", flag_into(&C::listen_anywhere)},
          {"certificate", path_into(&C::certificate)},
          {"certificate_key", path_into(&C::certificate_key)},
          {"base_path", text_into(&C::base_path)},
          {"keep_alive_s", integer_into(&C::keep_alive_s, 5, 3600)},
          {"dashboard", path_into(&C::dashboard)},
          {"public_url", take_public_url},
          {"trusted_proxies", take_proxies},
          {"metrics_on_loopback", flag_into(&C::metrics_on_loopback)},
          {"dcgm_metrics", flag_into(&C::dcgm_metrics)},
          {"allowed_origins", take_origins}}},
        {"data", {{"dir", path_into(&C::data_directory)}, {"keys", path_into(&C::keys)}}},
        {"log",
         {{"url", text_into(&C::log)},
          {"kafka_replication", integer_into(&C::kafka_replication, 1, 99)},
          {"kafka_min_insync", integer_into(&C::kafka_min_insync, 1, 99)},
          {"seal_every_s", integer_into(&C::seal_every_s, 1, 31 * 86'400)},
          {"standby", flag_into(&C::standby)}}},
        {"oidc", oidc_keys()},
        {"ldap", ldap_keys()},
        {"sign_up", sign_up_keys()},
        {"mail", mail_keys()},
        {"probe", {{"identity", path_into(&C::probe_identity)}}},
        {"samples", {{"kept_h", integer_into(&C::samples_kept_h, 1, 24 * 3660)}}},
        {"history",
         {{"seconds_h", integer_into(&C::history_seconds_h, 1, 24)},
          {"minutes_days", integer_into(&C::history_minutes_days, 1, 3660)},
          {"hours_days", integer_into(&C::history_hours_days, 3, 36'600)},
          {"days_years", integer_into(&C::history_days_years, 1, 100)}}},
        {"limits",
         {{"commands_per_min", integer_into(&C::commands_per_min, 1, many)},
          {"sign_ins_per_min", integer_into(&C::sign_ins_per_min, 1, many)},
          {"connections", integer_into(&C::connections, 128, 1'000'000)},
          {"connections_per_address", integer_into(&C::connections_per_address, 1, many)},
          {"sign_ins_per_address_min", integer_into(&C::sign_ins_per_address_min, 1, many)},
          {"sign_ins_per_account_min", integer_into(&C::sign_ins_per_account_min, 1, many)},
          {"keys_per_account", integer_into(&C::keys_per_account, 1, many)}}},
        {"rules", rules_section()},
    };
    return all;
}

// "dibs@login1:2222 SHA256:…"
std::optional<fleet::Jump> configured_jump(const std::string& text) {
    const auto space = text.find(' ');
    const auto jump = cli::parse_jump(std::string_view(text).substr(0, space));
    if (!jump || jump->user.empty() || space == text.npos) return std::nullopt;
    return fleet::Jump{jump->address, jump->port, jump->user, text.substr(space + 1)};
}

Taken take_jumps(const ConfigValue& given, ConfiguredHost& host) {
    const auto texts = given.texts();
    for (const auto& text : texts.value_or(std::vector<std::string>{})) {
        const auto jump = configured_jump(text);
        if (!jump) return "no jump: \"" + text + "\"; expected \"account@address:port SHA256:...\"";
        host.jumps.push_back(*jump);
    }
    if (!texts) return "expected a list of texts like \"account@address:port SHA256:...\"";
    if (const auto wrong = fleet::check_jumps(host.jumps)) return wrong->detail;
    return std::nullopt;
}

// Keys of one [[host]]; all but the port and the jumps are required.
const ConfigKeys<ConfiguredHost>& host_keys() {
    using H = ConfiguredHost;
    static const ConfigKeys<H> all = {
        {"name", some_text_into(&H::name)},         {"address", some_text_into(&H::address)},
        {"port", integer_into(&H::port, 1, 65535)}, {"account", some_text_into(&H::account)},
        {"host_key", some_text_into(&H::host_key)}, {"jumps", &take_jumps}};
    return all;
}

// Keys of one [[on]]; all but the deadline are required.
const ConfigKeys<ConfiguredHook>& hook_keys() {
    using H = ConfiguredHook;
    static const ConfigKeys<H> all = {
        {"event", some_text_into(&H::event, "expected an event like reservation.*")},
        {"run", take_program},
        {"deadline_s", integer_into(&H::deadline_s, 1, 3600)}};
    return all;
}

std::string place(const std::filesystem::path& file, const toml::node& node) {
    return file.string() + ":" + std::to_string(node.source().begin.line) + ": ";
}

// `label`: the table's name in the file, "[server]".
template <class T>
ConfigResult<void> take_table(const std::filesystem::path& file, const std::string& label,
                              const ConfigKeys<T>& keys, const toml::table& table, T& into) {
    for (const auto& [key, value] : table) {
        const auto take = keys.find(key.str());
        const Taken broken =
            take == keys.end() ? Taken("no such key") : take->second(ConfigValue(&value), into);
        if (!broken) continue;
        return config_error(place(file, value) + label + ' ' + std::string(key.str()) + ": " +
                            *broken);
    }
    return {};
}

ConfigResult<void> take_section(const std::filesystem::path& file, const std::string& name,
                                const toml::node& node, Config& config) {
    const std::string label = '[' + name + ']';
    const auto* table = node.as_table();
    if (!table) return config_error(place(file, node) + name + " is a table: " + label);
    return take_table(file, label, sections().find(name)->second, *table, config);
}

using KeyNames = std::set<std::string_view>;

// Reads a list of tables, [[name]]. All keys but `optional` are required.
template <class T>
ConfigResult<void> take_list(const std::filesystem::path& file, const std::string& name,
                             const ConfigKeys<T>& keys, const KeyNames& optional,
                             const toml::node& node, std::vector<T>& into) {
    const std::string label = "[[" + name + "]]";
    const std::string rule = name + " is a list of tables: " + label;
    const auto* array = node.as_array();
    if (!array) return config_error(place(file, node) + rule);
    for (const auto& element : *array) {
        const auto* table = element.as_table();
        if (!table) return config_error(place(file, element) + rule);
        T one;
        if (auto taken = take_table(file, label, keys, *table, one); !taken) return taken;
        for (const auto& [key, take] : keys) {
            if (optional.contains(key) || table->contains(key)) continue;
            return config_error(place(file, element) + label + ' ' + key + ": is missing");
        }
        into.push_back(std::move(one));
    }
    return {};
}

ConfigResult<void> take_named(const std::filesystem::path& file, const std::string& name,
                              const toml::node& node, Config& config) {
    const KeyNames optional{"ca", "deadline_s"};
    if (name == "host")
        return take_list(file, name, host_keys(), {"port", "jumps"}, node, config.hosts);
    if (name == "on") return take_list(file, name, hook_keys(), optional, node, config.hooks);
    if (name == "webhook") {
        return take_list(file, name, webhook_keys(), optional, node, config.webhooks);
    }
    if (name == "chat") return take_list(file, name, chat_keys(), optional, node, config.chats);
    return take_section(file, name, node, config);
}

ConfigResult<toml::table> parse(const std::filesystem::path& file) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error)) {
        return config_error(file.string() + ": cannot be read, or is no file");
    }
    try {
        return toml::table(toml::parse_file(file.string()));
    } catch (const toml::parse_error& broken) {
        return config_error(file.string() + ":" + std::to_string(broken.source().begin.line) +
                            ": " + std::string(broken.description()));
    }
}

ConfigResult<void> read_file(const std::filesystem::path& file,
                             const std::set<std::string, std::less<>>& allowed, Config& config) {
    const auto parsed = parse(file);
    if (!parsed) return tl::unexpected(parsed.error());
    for (const auto& [key, node] : *parsed) {
        const std::string name(key.str());
        if (!allowed.contains(name)) {
            return config_error(place(file, node) + "[" + name + "]: no such section");
        }
        auto taken = take_named(file, name, node, config);
        if (!taken) return taken;
    }
    return {};
}

}  // namespace

ConfigResult<void> read_config(const std::filesystem::path& file, Config& config) {
    std::set<std::string, std::less<>> allowed{"host", "on", "webhook", "chat"};
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
    if (!known) return config_error(std::string(key) + ": no such key");
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

}  // namespace dibs
