// The tables of the configuration file for outgoing messages: [mail], [[webhook]], [[chat]].
#pragma once

#include "ops/config/config.hpp"
#include "ops/config/config_keys.hpp"

namespace dibs {

[[nodiscard]] ConfigKeys<Config> mail_keys();
[[nodiscard]] const ConfigKeys<WebhookConfig>& webhook_keys();
[[nodiscard]] const ConfigKeys<ChatConfig>& chat_keys();

// Checks the rules that concern several of their values.
[[nodiscard]] ConfigResult<void> check_outbound(const Config& config);

}  // namespace dibs
