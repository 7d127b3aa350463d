// What the reactors about bookings have in common: a fact about a booking and who did it, whom a
// letter reaches and what they chose, and the way from a fact to letters.
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

// Whom a letter reaches: an account that may do something and has an address.
struct Reader {
    PersonId id;
    mail::Mailbox mailbox{};
    people::Preferences chosen{};
};
// None: a letter would reach nobody, or they want to be left in peace.
[[nodiscard]] std::optional<Reader> reader(const Snapshot& tables, PersonId id);

// As the tables have it now; `gpus` and `when` may be otherwise in the fact that is told.
[[nodiscard]] About about(const Snapshot& tables, const views::Reservation& booking,
                          const Parts& parts, const Reader& to);

// What a letter is about: which reactor, which fact.
struct Occasion {
    const Parts& parts;
    std::string_view reactor;
    const Fact& fact;
};
// In one thread with the other letters about this booking.
[[nodiscard]] mail::Addressed letter(const Occasion& occasion, const Reader& to, Words words);

// The letters about one fact, by the tables at least as far as it; none: it concerns nobody (any
// more).
using LettersFor =
    std::function<std::vector<mail::Addressed>(const Occasion& occasion, const Snapshot& tables)>;
// A reactor of this name for facts of these types.
[[nodiscard]] Reaction reaction(std::string name, std::vector<std::string_view> types, Parts parts,
                                LettersFor letters_for);

}  // namespace dibs::bookings
