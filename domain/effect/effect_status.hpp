// The progress of effects outside the log (domain/effect/effect.hpp), for the admins of the site.
// For each reactor: waiting effects, outcomes, and whether its attempts fail. Each node computes it
// from the log (ops/react/reactor). GET /api/v1/system and /metrics show it. Plain values.
#pragma once

#include "domain/kernel/time.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace dibs::effect {

// The channel of an effect.
enum class By { mail, webhook, chat, program, host };

struct Status {
    std::string reactor;
    By by{};
    std::uint64_t waiting = 0;                // effects without an outcome yet
    std::optional<Instant> oldest_waiting{};  // the time of the fact behind the oldest one
    std::uint64_t done = 0;                   // this and the next two since this node started
    std::uint64_t failed = 0;                 // attempts
    std::uint64_t given_up = 0;
    std::optional<Instant> last_done{};
    // The first failed attempt of an effect that Dibs still tries. After Dibs gave an effect up,
    // that attempt stays here for a day, unless an effect succeeds. Nothing if the last attempt
    // succeeded or there was none.
    std::optional<Instant> failing_since{};
    std::string last_failure{};  // the reason, while it fails
};

// The results of the mail server, as this node has seen them since it started.
struct MailStatus {
    std::uint64_t sent = 0;  // letters that it accepted; a digest counts as one
    std::uint64_t failed_tries = 0;
    std::optional<Instant> last_sent{};
    // Since when the mail server is unreachable, or defers the letters of several people. It has
    // accepted or refused no letter since.
    std::optional<Instant> failing_since{};
    std::string last_failure{};           // while it fails
    std::uint64_t held = 0;               // letters that wait because of the hourly limit
    std::optional<Instant> held_until{};  // when the first of them may be sent
};

inline constexpr Duration given_up_is_told_for = std::chrono::hours{24};

}  // namespace dibs::effect
