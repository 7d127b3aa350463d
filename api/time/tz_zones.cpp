// Caches a clock per zone. Unknown names are not cached: anyone may send any.
#include "api/time/tz_zones.hpp"

#include "api/time/time_zone.hpp"

namespace dibs {
namespace {

class ZoneClock : public WallClock {
  public:
    explicit ZoneClock(Zone zone) : zone_(std::move(zone)) {}

    [[nodiscard]] WallTime shows(Instant at) const override { return zone_.to_local(at); }
    [[nodiscard]] Moments when(WallTime shown) const override {
        const auto readings = zone_.from_local(shown);
        if (readings.second) return {readings.first.at, readings.second->at};
        const Instant once = readings.jump.value_or(readings.first.at);
        return {once, once};
    }

  private:
    Zone zone_;
};

}  // namespace

const WallClock* TzZones::find(std::string_view name) const {
    const std::lock_guard lock(mutex_);
    if (const auto known = found_.find(name); known != found_.end()) return known->second.get();
    auto zone = Zone::find(name);
    if (!zone) return nullptr;
    auto clock = std::make_unique<ZoneClock>(*std::move(zone));
    return found_.emplace(name, std::move(clock)).first->second.get();
}

}  // namespace dibs
