// How many letters may go out: to one person and from the whole site, in any hour. What is beyond
// waits. What is urgent counts as all do, but goes ahead of these limits: to one person a letter in
// `between_urgent`, and from the site as many again. So it waits for minutes where the rest waits
// for an hour, and nobody gets more than a few an hour even so (ops/decisions/0117). Knows people
// by a key that the caller chooses, and of the last hour alone. Pure; the clock is passed in.
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
    // As text() wrote it; a line that cannot be read counts for nothing.
    MailPace(PaceLimits limits, std::string_view text);

    // When one more may go to this person: `now`, or later.
    [[nodiscard]] Instant free_at(const std::string& person, Instant now,
                                  Priority priority = Priority::usual) const;
    // As free_at() let it go: an urgent one is counted as ahead of the limits only if it was.
    void note_sent(const std::string& person, Instant now, Priority priority = Priority::usual);

    // To go on after a restart: "UNIX-MS PERSON", a line a letter of the last hour; "UNIX-MS!
    // PERSON" if it went ahead of the limits.
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
    Times ahead_;  // of the site's limit or of somebody's; also in `site_`
    std::map<std::string, Letters, std::less<>> people_;
};

}  // namespace dibs::mail
