// Facts as signed HTTP requests ([[webhook]] in the configuration), by the Standard Webhooks
// specification. A receiver with the secret can verify the sender and the time, and detect
// duplicates by the id. The body is the CloudEvent that programs of the site get.
#pragma once

#include "ingest/clock.hpp"
#include "ops/react/event_rendering.hpp"
#include "ops/react/reactors.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::web {

struct Webhook {
    std::string event;  // "reservation.*", "reservation.booked", "*"
    std::string url;
    std::vector<std::string> secrets;  // decoded bytes; each makes a signature
    std::filesystem::path ca{};
    std::int64_t deadline_s = 30;
};

// "on reservation.* post https://example.org/hook": on record, so without the part after a ?.
[[nodiscard]] std::string webhook_name(std::string_view event, std::string_view url);

// The bytes of "whsec_BASE64". Nothing if it is not such a secret, or has fewer than 24 or more
// than 64 bytes.
[[nodiscard]] std::optional<std::string> parse_webhook_secret(std::string_view text);

// "v1,BASE64 v1,BASE64": one for each secret, over id, time and body.
[[nodiscard]] std::string webhook_signature(const std::vector<std::string>& secrets,
                                            std::string_view id, std::int64_t unix_s,
                                            std::string_view body);

[[nodiscard]] Reaction webhook_reaction(const Webhook& webhook, const EventRendering& rendering,
                                        const Clock& clock);

}  // namespace dibs::web
