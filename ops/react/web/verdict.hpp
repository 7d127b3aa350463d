// What an answer to a POST means for the effect: done, later, or never. Pure.
#pragma once

#include "ops/react/reactor.hpp"
#include "ops/react/web/post.hpp"

#include <optional>
#include <string_view>

namespace dibs::web {

// 2xx: done. 410: given up. 429 and 503 that say for how long: postponed so long, an hour at most,
// and for a day at most since the fact (`happened`), then it counts as failed. All else: failed.
[[nodiscard]] EffectEnd verdict(const Answer& answer, Instant happened, Instant now);

// Retry-After: seconds, or a date of HTTP. Nothing if it is neither.
[[nodiscard]] std::optional<Instant> retry_at(std::string_view text, Instant now);

// When the fact of an effect was written.
[[nodiscard]] Instant happened_at(const Effect& effect);

// For how long something may be postponed by somebody else.
inline constexpr std::chrono::hours most_patience{24};

}  // namespace dibs::web
