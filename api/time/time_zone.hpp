// Wall clocks of the tz database; the only file that uses the date library. Local times in a gap or
// overlap are read as in RFC 5545 (3.3.5): with the offset before the gap, and as the first of two.
// Zones are immutable and shared. Any thread.
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
    // Refused with field "zone" if the database does not have it.
    [[nodiscard]] static Result<Zone> find(std::string_view name);

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] LocalTime to_local(Instant t) const;

    // One reading of a local time.
    struct Reading {
        Instant at;
        std::string abbreviation;  // "CET", "+0545": at that moment
        Duration offset{};
    };
    struct Readings {
        enum class Kind { unique, gap, overlap };
        Kind kind{};
        Reading first;                  // in a gap: with the offset before it
        std::optional<Reading> second;  // overlap only
        std::optional<Instant> jump{};  // gap only: the moment at which the clocks go forward
    };
    [[nodiscard]] Readings from_local(LocalTime t) const;
    [[nodiscard]] Reading read(Instant t) const;

    // The abbreviations of the zone in the three years around a moment.
    [[nodiscard]] std::vector<std::string> abbreviations_near(Instant t) const;

  private:
    Zone(const date::time_zone* zone, std::string name) : zone_(zone), name_(std::move(name)) {}

    const date::time_zone* zone_;
    std::string name_;
};

}  // namespace dibs
