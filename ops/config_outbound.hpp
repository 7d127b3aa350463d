// How the keys of [mail], [[webhook]] and [[chat]] are taken, and what concerns several of them.
#pragma once

#include "ops/config_keys.hpp"
#include "ops/outbound_config.hpp"

namespace dibs {

struct Config;

[[nodiscard]] Keys<Config> mail_keys();
[[nodiscard]] const Keys<WebhookConfig>& webhook_keys();
[[nodiscard]] const Keys<ChatConfig>& chat_keys();

// What concerns several of their values: "[mail] login: …".
[[nodiscard]] Taken fault_in_outbound(const Config& config);

}  // namespace dibs
