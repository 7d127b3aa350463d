// How many letters may go out: to one person and from the whole site, in any hour. What is beyond
// waits. Knows people by a key that the caller chooses, and of the last hour alone. Pure; the clock
// is passed in.
#pragma once

#include "domain/time.hpp"

#include <cstddef>
#include <deque>
#include <map>
#include <string>
#include <string_view>

namespace dibs::mail {

struct PaceLimits {
    std::size_t per_person_hour = 6;
    std::size_t per_site_hour = 600;
};

class MailPace {
  public:
    explicit MailPace(PaceLimits limits) : limits_(limits) {}
    // As text() wrote it; a line that cannot be read counts for nothing.
    MailPace(PaceLimits limits, std::string_view text);

    // When one more may go to this person: `now`, or later.
    [[nodiscard]] Instant free_at(const std::string& person, Instant now) const;
    void note_sent(const std::string& person, Instant now);

    // To go on after a restart: "UNIX-MS PERSON", a line a letter of the last hour.
    [[nodiscard]] std::string text() const;

  private:
    using Times = std::deque<Instant>;  // ascending
    [[nodiscard]] static Instant free_at(const Times& times, std::size_t most, Instant now);
    void forget(Instant now);

    PaceLimits limits_;
    Times site_;
    std::map<std::string, Times, std::less<>> people_;
};

}  // namespace dibs::mail
