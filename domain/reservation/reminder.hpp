// Reminders: a booking begins or ends soon. The owner chooses the time before it
// (people::Preferences). Reminders are decided as time passes, so no restart and no change of the
// writing node loses or repeats one:
//
//   its start is 14:00 -> 15 minutes before -> Reminded -> reactors notify its owner
//                     \-> moved, cancelled, suspended: nothing, or again for the new start
//
// There is no reminder if the booking was made or moved later than that: its owner knows the time.
// There is none after the moment itself, even if Dibs was down. The event is one of a reservation
// (reservation.hpp). Plain values.
#pragma once

#include "domain/kernel/event.hpp"
#include "domain/kernel/ids.hpp"
#include "domain/kernel/time.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace dibs::reservation {

// The start or the end of a booking.
enum class Boundary { start, end };

// For a booking that holds its GPUs: since when its start and its end have their present values.
// None: the owner was reminded of that boundary.
struct Unreminded {
    std::optional<Instant> start_since{};
    std::optional<Instant> end_since{};
    friend bool operator==(const Unreminded&, const Unreminded&) = default;
};

// Reminders closer than this are skipped.
inline constexpr Duration shortest_notice = std::chrono::seconds{20};

struct Reminded {
    static constexpr std::string_view type = "reservation.reminded.v1";
    static constexpr std::string_view description =
        "A booking begins or ends soon: its owner is reminded, as long before as they chose.";
    static constexpr Audience audience() { return Audience::concerned; }
    [[nodiscard]] Subjects subjects() const { return about(id, owner, gpus, hosts); }
    ReservationId id;
    PersonId owner;
    std::vector<GpuId> gpus{};
    Interval when{};
    std::vector<HostId> hosts{};
    Boundary of{};
    Instant at;
};

}  // namespace dibs::reservation
