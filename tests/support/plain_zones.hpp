// Zones without a database, for decisions that do not depend on clock changes: "UTC", and "East",
// two hours ahead.
#pragma once

#include "domain/kernel/zone.hpp"

namespace dibs::test {

class PlainClock : public WallClock {
  public:
    explicit PlainClock(Duration ahead) : ahead_(ahead) {}
    [[nodiscard]] WallTime shows(Instant at) const override {
        return WallTime{at.time_since_epoch() + ahead_};
    }
    [[nodiscard]] Moments when(WallTime shown) const override {
        const Instant at{shown.time_since_epoch() - ahead_};
        return {at, at};
    }

  private:
    Duration ahead_;
};

class PlainZones : public Zones {
  public:
    [[nodiscard]] const WallClock* find(std::string_view name) const override {
        if (name == "UTC") return &utc_;
        return name == "East" ? &east_ : nullptr;
    }

  private:
    PlainClock utc_{Duration{0}};
    PlainClock east_{std::chrono::hours{2}};
};

}  // namespace dibs::test
