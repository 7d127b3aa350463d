// The letters to the owners of bookings with a GPU that became unhealthy, was lost or has a broken
// driver: the bookings, the problem, and how to swap the GPU.
//
//   gpu.unhealthy          at once, once for each time it becomes unhealthy
//   gpu.lost               after `settled_after`: a GPU after a reset and a host after a reboot
//   host.driver_changed    are back by then; at most once a day for a booking and its GPU or host
#pragma once

#include "ingest/clock.hpp"
#include "ops/react/gpu_health/recent_notifications.hpp"
#include "ops/react/gpu_health/trouble.hpp"
#include "ops/react/mail/letter_kind.hpp"
#include "ops/react/time_text.hpp"

#include <map>
#include <string>
#include <utility>
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
using mail::Words;
[[nodiscard]] Words words_for(What what, const Standing& standing,
                              const std::vector<HeldBooking>& bookings, const std::string& site,
                              const TextClock& clock = {});

// Of one reactor, on its thread.
class HolderLetters {
  public:
    explicit HolderLetters(Clock clock) : clock_(std::move(clock)) {}

    // The owners of the bookings that the letter is about.
    [[nodiscard]] mail::People holders(const mail::LetterContext& context);
    [[nodiscard]] mail::Written letter(const mail::LetterContext& context, const mail::Reader& to);

  private:
    using ByOwner = std::map<PersonId, std::vector<HeldBooking>>;
    // Repeated for the same fact, it has the same result.
    [[nodiscard]] ByOwner reported(const mail::LetterContext& context, const Trouble& trouble,
                                   const Standing& standing);

    const Clock clock_;
    RecentNotifications lately_{repeat_after};
};

}  // namespace dibs::gpu_health
