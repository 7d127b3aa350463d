// What the configuration file says of messages that leave Dibs: [mail], [[webhook]], [[chat]]. Part
// of config.hpp; how the keys are taken is in config_outbound.
#pragma once

#include "ops/react/mail/smtp.hpp"

#include <cstdint>
#include <filesystem>
#include <string>

namespace dibs {

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

}  // namespace dibs
