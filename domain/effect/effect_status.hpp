// How what Dibs does outside its log (domain/effect/effect.hpp) is going, for those who run the
// site: of each reactor what waits, what came of it, and whether its tries fail. Worked out from
// the log by each node (ops/react/reactor), shown by GET /api/v1/system and /metrics. Plain values.
#pragma once

#include "domain/kernel/time.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace dibs::effect {

// What it goes out by.
enum class By { mail, webhook, chat, program, host };

struct Status {
    std::string reactor;
    By by{};
    std::uint64_t waiting = 0;                // effects that have no end yet
    std::optional<Instant> oldest_waiting{};  // when the fact behind the oldest was written
    std::uint64_t done = 0;                   // these three since this node started
    std::uint64_t failed = 0;                 // tries
    std::uint64_t given_up = 0;
    std::optional<Instant> last_done{};
    // The first failed try of what is tried again; or, for a day, of what was given up, where
    // nothing was done since. None: its last try went well, or there was none.
    std::optional<Instant> failing_since{};
    std::string last_failure{};  // why, while it fails
};

// What the mail server does with letters, as this node has seen since it started.
struct MailStatus {
    std::uint64_t sent = 0;  // letters that it took; a digest is one
    std::uint64_t failed_tries = 0;
    std::optional<Instant> last_sent{};
    // It could not be spoken to then, and has taken or refused no letter since.
    std::optional<Instant> failing_since{};
    std::string last_failure{};           // while it fails
    std::uint64_t held = 0;               // letters that wait because of the hourly limit
    std::optional<Instant> held_until{};  // when the first of them may go
};

inline constexpr Duration given_up_is_told_for = std::chrono::hours{24};

}  // namespace dibs::effect
