// Wall clocks of the tz database: the one place that knows the date library. A local time that
// does not exist or comes twice is read as RFC 5545 (3.3.5) says: with the offset before the gap,
// and as the first of two. Zones are immutable and shared; any thread may use them.
#pragma once

#include "domain/kernel/result.hpp"
#include "domain/kernel/time.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace date {
class time_zone;
}

namespace dibs {

using LocalTime = std::chrono::local_time<Duration>;

class Zone {
  public:
    // Refused with field "zone" if the database has no such name.
    [[nodiscard]] static Result<Zone> find(std::string_view name);

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] LocalTime to_local(Instant t) const;

    // One way to read a local time.
    struct Reading {
        Instant at;
        std::string abbreviation;  // "CET", "+0545": as the zone calls itself then
        Duration offset{};
    };
    struct Readings {
        enum class Kind { unique, gap, overlap };
        Kind kind{};
        Reading first;                  // in a gap: with the offset before it
        std::optional<Reading> second;  // overlap only
        std::optional<Instant> jump{};  // gap only: when the clock is set forward over it
    };
    [[nodiscard]] Readings from_local(LocalTime t) const;
    [[nodiscard]] Reading read(Instant t) const;

    // What the zone calls itself in the three years around a moment.
    [[nodiscard]] std::vector<std::string> abbreviations_near(Instant t) const;

  private:
    Zone(const date::time_zone* zone, std::string name) : zone_(zone), name_(std::move(name)) {}

    const date::time_zone* zone_;
    std::string name_;
};

}  // namespace dibs
