// Wall clocks for decisions: the port to the tz database, whose rules are outside the domain. The
// adapter is api/time/tz_zones.hpp. Any thread may call it.
#pragma once

#include "domain/kernel/time.hpp"

#include <chrono>
#include <string_view>

namespace dibs {

using WallTime = std::chrono::local_time<Duration>;  // the time on a wall clock

class WallClock {
  public:
    virtual ~WallClock() = default;
    [[nodiscard]] virtual WallTime shows(Instant at) const = 0;

    // The moments at which the clock shows that time. They are equal if it shows it once, and
    // differ if the clock is set back over it. If the clock is set forward over that time, both are
    // the moment of the jump.
    struct Moments {
        Instant first;
        Instant last;
    };
    [[nodiscard]] virtual Moments when(WallTime shown) const = 0;
};

class Zones {
  public:
    virtual ~Zones() = default;
    // Null if the database has no such name. Valid as long as the Zones object.
    [[nodiscard]] virtual const WallClock* find(std::string_view name) const = 0;
};

}  // namespace dibs
