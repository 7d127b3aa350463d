// Settings from [mail], [[webhook]] and [[chat]], with the secrets from their files. Secrets are
// read once, at start, and are kept only in memory.
#pragma once

#include "ops/config/config.hpp"
#include "ops/react/mail/mail_pace.hpp"
#include "ops/react/mail/smtp.hpp"
#include "ops/react/web/chat.hpp"
#include "ops/react/web/webhook.hpp"

#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace dibs {

struct Outbound {
    std::optional<mail::SmtpSettings> mail{};  // none: no mail is sent
    mail::PaceLimits mail_pace{};
    std::vector<web::Webhook> webhooks{};
    std::vector<web::Chat> chats{};
};

// The error is a sentence for an admin.
[[nodiscard]] tl::expected<Outbound, std::string> make_outbound(const Config& config);

}  // namespace dibs
