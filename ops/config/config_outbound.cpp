// Rejects settings that would send a password over an unencrypted connection.
#include "ops/config/config_outbound.hpp"

#include "domain/kernel/text.hpp"
#include "ops/react/web/chat.hpp"
#include "ops/react/web/post.hpp"
#include "ops/react/web/webhook.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace dibs {
namespace {

constexpr std::int64_t longest_deadline_s = 300;
constexpr std::int64_t most_letters = 1'000'000;

Taken take_server(const ConfigValue& given, MailConfig& into) {
    const auto text = given.text();
    if (!text || !is_host_address(*text)) return "expected a host, like mail.example.org";
    into.server = *text;
    return std::nullopt;
}

Taken take_tls(const ConfigValue& given, MailConfig& into) {
    static constexpr std::array<std::pair<std::string_view, mail::Tls>, 3> all{
        {{"starttls", mail::Tls::starttls}, {"tls", mail::Tls::tls}, {"none", mail::Tls::none}}};
    const auto text = given.text();
    for (const auto& [name, tls] : all) {
        if (text != name) continue;
        into.tls = tls;
        return std::nullopt;
    }
    return "expected one of starttls, tls, none";
}

Taken take_from(const ConfigValue& given, MailConfig& into) {
    const auto text = given.text();
    auto box = text ? mail::parse_mailbox(*text) : std::nullopt;
    if (!box) return "expected an address, like Dibs <dibs@example.org>";
    into.from = *std::move(box);
    return std::nullopt;
}

Taken take_login(const ConfigValue& given, MailConfig& into) {
    auto text = given.text();
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' '; };
    if (!text || text->empty() || std::any_of(text->begin(), text->end(), is_control)) {
        return "expected a name";
    }
    into.login = *std::move(text);
    return std::nullopt;
}

Taken take_url(const ConfigValue& given, WebhookConfig& into) {
    auto text = given.text();
    if (!text || !web::is_web_url(*text)) {
        return "expected https://… or http://…, without a user and a password in it";
    }
    into.url = *std::move(text);
    return std::nullopt;
}

Taken fault_in(const MailConfig& its) {
    if (its == MailConfig{}) return std::nullopt;
    if (its.server.empty()) return "[mail] server: is missing";
    if (its.from.address.empty()) return "[mail] from: is missing";
    if (its.login.empty() != its.password_file.empty()) {
        return "[mail] login: with password_file, or neither";
    }
    const auto& server = its.server;
    const bool here = server.starts_with("127.") || server == "::1" || server == "localhost";
    if (!its.login.empty() && its.tls == mail::Tls::none && !here) {
        return "[mail] tls: with a login \"starttls\" or \"tls\", unless the server is this "
               "machine";
    }
    return std::nullopt;
}

}  // namespace

ConfigKeys<Config> mail_keys() {
    using M = MailConfig;
    return within(
        &Config::mail,
        ConfigKeys<M>{{"server", take_server},
                      {"port", integer_into(&M::port, 1, 65535)},
                      {"tls", take_tls},
                      {"login", take_login},
                      {"password_file", path_into(&M::password_file)},
                      {"from", take_from},
                      {"ca", path_into(&M::ca)},
                      {"per_person_hour", integer_into(&M::per_person_hour, 1, most_letters)},
                      {"per_site_hour", integer_into(&M::per_site_hour, 1, most_letters)}});
}

const ConfigKeys<WebhookConfig>& webhook_keys() {
    using W = WebhookConfig;
    static const ConfigKeys<W> all = {
        {"event", some_text_into(&W::event, "expected an event like reservation.*")},
        {"url", take_url},
        {"secret_file", path_into(&W::secret_file)},
        {"ca", path_into(&W::ca)},
        {"deadline_s", integer_into(&W::deadline_s, 1, longest_deadline_s)}};
    return all;
}

const ConfigKeys<ChatConfig>& chat_keys() {
    using C = ChatConfig;
    static const ConfigKeys<C> all = {
        {"event", some_text_into(&C::event, "expected an event like reservation.*")},
        {"url_file", path_into(&C::url_file)},
        {"ca", path_into(&C::ca)},
        {"deadline_s", integer_into(&C::deadline_s, 1, longest_deadline_s)}};
    return all;
}

ConfigResult<void> check_outbound(const Config& config) {
    if (auto fault = fault_in(config.mail)) return config_error(*std::move(fault));
    std::set<std::string> names;
    for (const auto& one : config.webhooks) {
        const auto name = web::webhook_name(one.event, one.url);
        if (names.insert(name).second) continue;
        return config_error("[[webhook]] " + name + ": stands there twice");
    }
    for (const auto& one : config.chats) {
        const auto name = web::chat_name(one.event, one.url_file);
        if (names.insert(name).second) continue;
        return config_error("[[chat]] " + name + ": stands there twice");
    }
    return {};
}

}  // namespace dibs
