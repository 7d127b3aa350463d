// What the owner of a booking that idles reads, on terminals and in mail; what admins read where
// nobody could be told. Fixed templates; what stands in them is cleaned by who sends it. Pure.
#pragma once

#include "domain/kernel/time.hpp"
#include "domain/reservation/idle.hpp"
#include "ops/react/time_text.hpp"

#include <optional>
#include <string>

namespace dibs::idle {

struct IdleBooking {
    ReservationId id;
    reservation::IdleKind kind{};
    Instant since;
    Instant until;      // its end
    std::string gpus;   // "gpu03:0-1 gpu04:2"
    std::string owner;  // their name
    std::optional<std::int64_t> release_after_min{};
    std::string site{};  // where people reach Dibs; empty: not known, and no link is given
    TextClock clock{};   // of who reads it
};
struct Words {
    std::string subject;
    std::string text;
};

[[nodiscard]] std::string terminal_words(const IdleBooking& booking);
[[nodiscard]] Words owner_words(const IdleBooking& booking);
[[nodiscard]] Words freed_words(const IdleBooking& booking);
// `why` nobody could tell its owner.
[[nodiscard]] Words admin_words(const IdleBooking& booking, const std::string& why);

}  // namespace dibs::idle
