// That a booking begins or ends soon, as its owner is reminded of it: how long before is their own
// choice (people::Preferences). Decided here as time passes, so that neither a restart nor another
// node that writes loses one or has one twice:
//
//   its start stands at 14:00 -> 15 minutes before -> Reminded -> reactors tell its owner
//                            \-> moved, called off, suspended: nothing, or anew for the new start
//
// Who books, or moves a booking, later than that knows when it is: nobody is reminded. Nor after
// the moment itself, wherever Dibs was. The event is one of a reservation (reservation.hpp). Plain
// values.
#pragma once

#include "domain/kernel/event.hpp"
#include "domain/kernel/ids.hpp"
#include "domain/kernel/time.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace dibs::reservation {

// Which of its two moments.
enum class Boundary { start, end };

// While a booking holds its GPUs: since when its start and its end are as they are. None: its owner
// was reminded of that one.
struct Unreminded {
    std::optional<Instant> start_since{};
    std::optional<Instant> end_since{};
    friend bool operator==(const Unreminded&, const Unreminded&) = default;
};

// Of what comes sooner nobody is reminded any more.
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
