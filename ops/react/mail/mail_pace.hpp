// Limits the letters in any hour: to one person and from the whole site. Letters beyond that wait.
// Urgent letters count too, but go ahead of these limits: to one person one letter in
// `between_urgent`, and from the site as many again. So they wait for minutes where others wait for
// an hour, and a person still gets only a few in an hour (ops/decisions/0117). Identifies people by
// a key that the caller chooses, and keeps the last hour only. Pure; the clock is passed in.
#pragma once

#include "domain/kernel/time.hpp"

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

inline constexpr Duration between_urgent = std::chrono::minutes{5};

enum class Priority { usual, urgent };

class MailPace {
  public:
    explicit MailPace(PaceLimits limits) : limits_(limits) {}
    // Reads the format of text(); ignores a line that cannot be read.
    MailPace(PaceLimits limits, std::string_view text);

    // The earliest time for one more letter to this person: `now`, or later.
    [[nodiscard]] Instant free_at(const std::string& person, Instant now,
                                  Priority priority = Priority::usual) const;
    // Call it after free_at(): an urgent letter counts as ahead of the limits only if it was.
    void note_sent(const std::string& person, Instant now, Priority priority = Priority::usual);

    // The state for a restart: "UNIX-MS PERSON", one line for each letter of the last hour;
    // "UNIX-MS! PERSON" if it went ahead of the limits.
    [[nodiscard]] std::string text() const;

  private:
    using Times = std::deque<Instant>;  // ascending
    struct Letters {
        Times all{};
        Times ahead{};  // of the limits; also in `all`
    };
    [[nodiscard]] static Instant free_at(const Times& times, std::size_t most, Instant now);
    [[nodiscard]] Instant usual_at(const Letters* of_person, Instant now) const;
    [[nodiscard]] Instant ahead_at(const Letters* of_person, Instant now) const;
    [[nodiscard]] const Letters* letters_to(const std::string& person) const;
    void forget(Instant now);

    PaceLimits limits_;
    Times site_;
    Times ahead_;  // of the site's or a person's limit; also in `site_`
    std::map<std::string, Letters, std::less<>> people_;
};

}  // namespace dibs::mail
