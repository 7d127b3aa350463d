// The common part of the reactors about bookings: a fact about a booking with its actor, the
// readers and their settings, and the way from a fact to letters.
#pragma once

#include "domain/reservation/reservation.hpp"
#include "ops/react/bookings/words.hpp"
#include "ops/react/mail/fact_letters.hpp"
#include "projections/calendar/reservation_views.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::bookings {

using Parts = mail::LetterParts;

struct Fact {
    reservation::Event event;
    ReservationId id;
    PersonId owner;
    std::optional<PersonId> actor{};  // none: Dibs itself
    Instant at;
    Position position = 0;
};

// A reader of letters: an enabled account with an address.
struct Reader {
    PersonId id;
    mail::Mailbox mailbox{};
    people::Preferences chosen{};
};
// None: the account is disabled, has no address or has turned these mails off.
[[nodiscard]] std::optional<Reader> reader(const Snapshot& tables, PersonId id);

// By the current tables; `gpus` and `when` may differ from those in the reported fact.
[[nodiscard]] About about(const Snapshot& tables, const views::Reservation& booking,
                          const Parts& parts, const Reader& to);

// The occasion of a letter: the reactor and its fact.
struct Occasion {
    const Parts& parts;
    std::string_view reactor;
    const Fact& fact;
};
// In one mail thread with the other letters about this booking.
[[nodiscard]] mail::Addressed letter(const Occasion& occasion, const Reader& to, Words words);

// The letters about one fact, by tables that contain it; empty if there is no reader (any more).
using LettersFor =
    std::function<std::vector<mail::Addressed>(const Occasion& occasion, const Snapshot& tables)>;
// A reactor of this name for facts of these types.
[[nodiscard]] Reaction reaction(std::string name, std::vector<std::string_view> types, Parts parts,
                                LettersFor letters_for);

}  // namespace dibs::bookings
