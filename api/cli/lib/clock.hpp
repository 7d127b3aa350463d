// Times on the command line: RFC 3339 from the server, shown in the user's zone. Only arithmetic
// and rendering: the server reads phrases (POST /time/parse).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dibs::cli {

// Milliseconds since 1970. Nothing if the text is not RFC 3339 in UTC.
[[nodiscard]] std::optional<std::int64_t> parse_utc(std::string_view text);
[[nodiscard]] std::string utc_text(std::int64_t unix_ms);
[[nodiscard]] std::int64_t now_ms();

// The name of the user's zone: TZ, else this machine's, else UTC.
[[nodiscard]] std::string zone_of_this_machine();
// Returns `name` if the system has that zone, else throws Failure (usage). The C library would
// silently treat an unknown zone as UTC.
[[nodiscard]] std::string known_zone(const std::string& name);

// Renders in one zone. It sets TZ for the process, so a program has one ZoneClock.
class ZoneClock {
  public:
    ZoneClock(std::string zone, std::int64_t now);

    [[nodiscard]] const std::string& zone() const { return zone_; }
    [[nodiscard]] std::int64_t now() const { return now_; }

    // "09:00" today, "Tue 09:00" within six days, else "24 Nov 09:00"; with the year if it differs.
    [[nodiscard]] std::string moment(std::string_view utc) const;
    // "Tue 24 Nov"; with the year if it differs.
    [[nodiscard]] std::string day(std::string_view utc) const;
    // "Tue 24 Nov 09:00-17:00 CET".
    [[nodiscard]] std::string interval(std::string_view from, std::string_view until) const;
    // "CET", for headings.
    [[nodiscard]] std::string abbreviation() const;
    // "in 14h", "5min ago", "now".
    [[nodiscard]] std::string distance(std::string_view utc) const;

  private:
    std::string zone_;
    std::int64_t now_;
};

// "14h", "2d 3h", "5min": at most two units.
[[nodiscard]] std::string length_text(std::int64_t ms);

}  // namespace dibs::cli
