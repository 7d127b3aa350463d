// The domain's port to the tz database (domain/kernel/zone.hpp), over the zones of time_zone.hpp.
// Caches each zone after its first use. Any thread.
#pragma once

#include "domain/kernel/zone.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace dibs {

class TzZones : public Zones {
  public:
    [[nodiscard]] const WallClock* find(std::string_view name) const override;

  private:
    mutable std::mutex mutex_;
    mutable std::map<std::string, std::unique_ptr<WallClock>, std::less<>> found_;
};

}  // namespace dibs
