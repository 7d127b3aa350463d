// Texts about idle bookings: for the owner, on terminals and in mail; for admins, where the owner
// could not be notified. Fixed templates; the sender cleans inserted text. Pure.
#pragma once

#include "domain/kernel/time.hpp"
#include "domain/reservation/idle.hpp"
#include "ops/react/mail/letter.hpp"
#include "ops/react/time_text.hpp"

#include <optional>
#include <string>

namespace dibs::idle {

struct IdleBooking {
    ReservationId id;
    reservation::IdleKind kind{};
    Instant since;
    Instant until;      // end of the booking
    std::string gpus;   // "gpu03:0-1 gpu04:2"
    std::string owner;  // the name
    std::optional<std::int64_t> release_after_min{};
    std::string site{};  // the address that people open; empty: not known, no link is given
    TextClock clock{};   // of the reader
};
using mail::Words;

[[nodiscard]] std::string terminal_words(const IdleBooking& booking);
[[nodiscard]] Words owner_words(const IdleBooking& booking);
[[nodiscard]] Words freed_words(const IdleBooking& booking);
// `why`: the reason why the owner could not be notified.
[[nodiscard]] Words admin_words(const IdleBooking& booking, const std::string& why);

}  // namespace dibs::idle
