// What stands in the mails about bookings: reminders, invitations, what others did. Fixed
// templates; what people typed stands in texts, never in a line of the head but the names of GPUs
// and people. Pure.
#pragma once

#include "domain/kernel/time.hpp"
#include "domain/reservation/reminder.hpp"
#include "domain/reservation/reservation.hpp"
#include "ops/react/time_text.hpp"

#include <optional>
#include <string>

namespace dibs::bookings {

struct About {
    ReservationId id;
    std::string gpus;  // "gpu03:0-1 gpu04:2"
    std::string title;
    Interval when;
    std::string site;   // where people reach Dibs; empty: not known, and no link is given
    TextClock clock{};  // of who reads it
};
struct Words {
    std::string subject;
    std::string text;
};

// `left`: until then.
[[nodiscard]] Words reminder_words(const About& about, reservation::Boundary boundary,
                                   Duration left);
// `over`: that it is not so any more.
[[nodiscard]] Words calendar_words(const About& about, bool over);

// What somebody or something did to a booking that its owner should know of, or that waits for who
// reads.
enum class What {
    booked,
    changed,
    cancelled,
    released,
    reinstated,
    suspended,
    revived,
    asked,  // told to those who may approve it
    approved,
    declined,
    lapsed,
};
struct News {
    What what{};
    std::string actor{};   // their name; empty: Dibs itself
    std::string owner{};   // of what waits for approval
    std::string reason{};  // why not, as who declined it wrote
    std::optional<Instant> held_until{};
    std::string gpus_before{};  // of what was changed
    Interval when_before{};
};
[[nodiscard]] Words news_words(const About& about, const News& news);

}  // namespace dibs::bookings
