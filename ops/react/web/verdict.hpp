// Maps the answer to a POST to the end of its effect. Pure.
#pragma once

#include "ops/react/reactor.hpp"
#include "ops/react/web/post.hpp"

#include <optional>
#include <string_view>

namespace dibs::web {

// 2xx: done. 410: given up. 429 and 503 with Retry-After: postponed, for an hour at most, and for a
// day at most since the fact (`happened`); after that failed. All others: failed.
[[nodiscard]] EffectEnd verdict(const Answer& answer, Instant happened, Instant now);

// Retry-After: seconds, or an HTTP date. Nothing if it is neither.
[[nodiscard]] std::optional<Instant> retry_at(std::string_view text, Instant now);

// The time of an effect's fact.
[[nodiscard]] Instant happened_at(const Effect& effect);

// Limit of all postponing by a receiver.
inline constexpr std::chrono::hours most_patience{24};

}  // namespace dibs::web
