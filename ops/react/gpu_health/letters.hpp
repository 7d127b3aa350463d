// Who has booked a GPU that became unhealthy or was lost, or one whose driver ceased to work, is
// told by mail: which of their bookings have it, what is wrong, and how to swap it. A reactor of
// its own; only on a site that sends mail.
//
//   gpu.unhealthy          at once, once for each time it became so
//   gpu.lost               when it has lasted for `settled_after`: a card that is reset and a host
//   host.driver_changed    that restarts are back by then; once a day for a booking and its GPU or
//                          host, however often it comes and goes
#pragma once

#include "ingest/clock.hpp"
#include "ops/react/gpu_health/trouble.hpp"
#include "ops/react/mail/fact_letters.hpp"
#include "ops/react/time_text.hpp"

#include <string>
#include <vector>

namespace dibs::gpu_health {

inline constexpr Duration settled_after = std::chrono::minutes{5};
// A host that is not reached may be restarting: for so long it is waited for.
inline constexpr Duration reached_within = std::chrono::hours{1};
inline constexpr Duration told_again_after = std::chrono::hours{24};

// Of a booking that the letter names.
struct HeldBooking {
    ReservationId id;
    std::string title;
    Instant from;
    Instant until;
};
struct Told {
    std::string subject;
    std::string text;
};
[[nodiscard]] Told words_for(What what, const Standing& standing,
                             const std::vector<HeldBooking>& bookings, const std::string& site,
                             const TextClock& clock = {});

[[nodiscard]] Reaction reaction(mail::LetterParts parts, Clock clock);

}  // namespace dibs::gpu_health
