// Texts of the mails about bookings: reminders, invitations, actions of others. Fixed templates.
// User text is only in the body; headers contain only names of GPUs and people. Pure.
#pragma once

#include "domain/kernel/time.hpp"
#include "domain/reservation/reminder.hpp"
#include "domain/reservation/reservation.hpp"
#include "ops/react/mail/letter.hpp"
#include "ops/react/time_text.hpp"

#include <optional>
#include <string>

namespace dibs::bookings {

struct About {
    ReservationId id;
    std::string gpus;  // "gpu03:0-1 gpu04:2"
    std::string title;
    Interval when;
    std::string site;   // the address that people open; empty: not known, no link is given
    TextClock clock{};  // of the reader
};
using mail::Words;

// `left`: the time until then.
[[nodiscard]] Words reminder_words(const About& about, reservation::Boundary boundary,
                                   Duration left);
// `over`: the booking no longer takes place.
[[nodiscard]] Words calendar_words(const About& about, bool over);

// An action on a booking that its owner is notified of, or a request that waits for the reader.
enum class What {
    booked,
    changed,
    cancelled,
    released,
    reinstated,
    suspended,
    revived,
    asked,  // sent to the possible approvers
    approved,
    declined,
    lapsed,
};
struct News {
    What what{};
    std::string actor{};   // the name; empty: Dibs itself
    std::string owner{};   // of the booking that waits for approval
    std::string reason{};  // the text of the person who declined it
    std::optional<Instant> held_until{};
    std::string gpus_before{};  // before the change
    Interval when_before{};
};
[[nodiscard]] Words news_words(const About& about, const News& news);

}  // namespace dibs::bookings
