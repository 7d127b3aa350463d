// Wall clocks, as far as decisions need them: the port to the tz database, whose rules are not the
// domain's. The adapter is api/time/tz_zones.hpp. Any thread may ask.
#pragma once

#include "domain/kernel/time.hpp"

#include <chrono>
#include <string_view>

namespace dibs {

using WallTime = std::chrono::local_time<Duration>;  // what a clock on the wall shows

class WallClock {
  public:
    virtual ~WallClock() = default;
    [[nodiscard]] virtual WallTime shows(Instant at) const = 0;

    // When it shows that: once; twice, where it is set back; where it is set forward over that
    // time, both are the moment at which it jumps.
    struct Moments {
        Instant first;
        Instant last;
    };
    [[nodiscard]] virtual Moments when(WallTime shown) const = 0;
};

class Zones {
  public:
    virtual ~Zones() = default;
    // Null: the database has no such name. Lives as long as the zones.
    [[nodiscard]] virtual const WallClock* find(std::string_view name) const = 0;
};

}  // namespace dibs
