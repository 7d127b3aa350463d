// Facts as signed HTTP requests ([[webhook]] in the configuration), by the Standard Webhooks
// specification: whoever has the secret can tell that it was Dibs who sent them, and when, and by
// the id that one came twice. The body is the CloudEvent that programs of the site get.
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
    std::vector<std::string> secrets;  // the bytes; a signature for each
    std::filesystem::path ca{};
    std::int64_t deadline_s = 30;
};

// "on reservation.* post https://example.org/hook": on record, so without what stands behind a ?.
[[nodiscard]] std::string webhook_name(std::string_view event, std::string_view url);

// The bytes of "whsec_BASE64". Nothing if it is no such secret, or of fewer than 24 or more
// than 64.
[[nodiscard]] std::optional<std::string> parse_webhook_secret(std::string_view text);

// "v1,BASE64 v1,BASE64": of each secret, over what was sent.
[[nodiscard]] std::string webhook_signature(const std::vector<std::string>& secrets,
                                            std::string_view id, std::int64_t unix_s,
                                            std::string_view body);

[[nodiscard]] Reaction webhook_reaction(const Webhook& webhook, const EventRendering& rendering,
                                        const Clock& clock);

}  // namespace dibs::web
