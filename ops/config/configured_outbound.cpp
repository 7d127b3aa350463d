// Does not check whether the servers answer: they may start later.
#include "ops/config/configured_outbound.hpp"

#include "ops/config/secret_file.hpp"
#include "ops/react/web/post.hpp"

#include <fstream>
#include <utility>

namespace dibs {
namespace {

template <class T>
using Made = tl::expected<T, std::string>;

std::uint16_t port_of(const MailConfig& its) {
    if (its.port != 0) return static_cast<std::uint16_t>(its.port);
    switch (its.tls) {
        case mail::Tls::starttls:
            return 587;
        case mail::Tls::tls:
            return 465;
        case mail::Tls::none:
            break;
    }
    return 25;
}

Made<void> readable(const std::string& key, const std::filesystem::path& ca) {
    if (ca.empty() || std::ifstream(ca)) return {};
    return tl::unexpected(key + ": " + ca.string() + " cannot be read");
}

Made<std::optional<mail::SmtpSettings>> make_mail(const MailConfig& its) {
    if (its.server.empty()) return std::nullopt;
    mail::SmtpSettings settings{.server = its.server,
                                .port = port_of(its),
                                .tls = its.tls,
                                .login = its.login,
                                .from = its.from,
                                .ca = its.ca};
    if (auto read = readable("[mail] ca", its.ca); !read) return tl::unexpected(read.error());
    if (!its.password_file.empty()) {
        auto secret = read_secret("[mail] password_file", its.password_file);
        if (!secret) return tl::unexpected(secret.error());
        settings.password = *std::move(secret);
    }
    return settings;
}

Made<web::Webhook> make_webhook(const WebhookConfig& its) {
    web::Webhook webhook{its.event, its.url, {}, its.ca, its.deadline_s};
    if (auto read = readable("[[webhook]] ca", its.ca); !read) return tl::unexpected(read.error());
    const std::string key = "[[webhook]] secret_file";
    const auto lines = read_secrets(key, its.secret_file);
    if (!lines) return tl::unexpected(lines.error());
    for (const auto& line : *lines) {
        auto secret = web::parse_webhook_secret(line);
        if (!secret) {
            return tl::unexpected(key + ": " + its.secret_file.string() +
                                  " has a line that is not whsec_ with base64 of 24 to 64 bytes");
        }
        webhook.secrets.push_back(*std::move(secret));
    }
    return webhook;
}

Made<web::Chat> make_chat(const ChatConfig& its) {
    if (auto read = readable("[[chat]] ca", its.ca); !read) return tl::unexpected(read.error());
    auto url = read_secret("[[chat]] url_file", its.url_file);
    if (!url) return tl::unexpected(url.error());
    if (!web::is_web_url(*url)) {
        return tl::unexpected("[[chat]] url_file: " + its.url_file.string() +
                              " does not hold an https:// or http:// address");
    }
    return web::Chat{its.event, *std::move(url), web::chat_name(its.event, its.url_file), its.ca,
                     its.deadline_s};
}

}  // namespace

tl::expected<Outbound, std::string> make_outbound(const Config& config) {
    Outbound outbound;
    auto mail = make_mail(config.mail);
    if (!mail) return tl::unexpected(mail.error());
    outbound.mail = *std::move(mail);
    outbound.mail_pace = {static_cast<std::size_t>(config.mail.per_person_hour),
                          static_cast<std::size_t>(config.mail.per_site_hour)};
    for (const auto& its : config.webhooks) {
        auto webhook = make_webhook(its);
        if (!webhook) return tl::unexpected(webhook.error());
        outbound.webhooks.push_back(*std::move(webhook));
    }
    for (const auto& its : config.chats) {
        auto chat = make_chat(its);
        if (!chat) return tl::unexpected(chat.error());
        outbound.chats.push_back(*std::move(chat));
    }
    return outbound;
}

}  // namespace dibs
