// Mails the owners of bookings with a GPU that became unhealthy, was lost or has a broken driver:
// the bookings, the problem, and how to swap the GPU. A reactor of its own; only on a site that
// sends mail.
//
//   gpu.unhealthy          at once, once for each time it becomes unhealthy
//   gpu.lost               after `settled_after`: a GPU after a reset and a host after a reboot
//   host.driver_changed    are back by then; at most once a day for a booking and its GPU or host
#pragma once

#include "ingest/clock.hpp"
#include "ops/react/gpu_health/trouble.hpp"
#include "ops/react/mail/fact_letters.hpp"
#include "ops/react/time_text.hpp"

#include <string>
#include <vector>

namespace dibs::gpu_health {

inline constexpr Duration settled_after = std::chrono::minutes{5};
// A host that is not reachable may be rebooting: the letter waits for it for this long.
inline constexpr Duration reached_within = std::chrono::hours{1};
inline constexpr Duration repeat_after = std::chrono::hours{24};

// A booking in the letter.
struct HeldBooking {
    ReservationId id;
    std::string title;
    Instant from;
    Instant until;
};
struct Words {
    std::string subject;
    std::string text;
};
[[nodiscard]] Words words_for(What what, const Standing& standing,
                              const std::vector<HeldBooking>& bookings, const std::string& site,
                              const TextClock& clock = {});

[[nodiscard]] Reaction reaction(mail::LetterParts parts, Clock clock);

}  // namespace dibs::gpu_health
