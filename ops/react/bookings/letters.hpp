// The common part of the letters about bookings: the booking in a fact, and its current state.
#pragma once

#include "domain/reservation/reservation.hpp"
#include "ops/react/bookings/words.hpp"
#include "ops/react/mail/letter_kind.hpp"
#include "projections/calendar/reservation_views.hpp"

namespace dibs::bookings {

struct BookingFact {
    reservation::Event event;
    ReservationId id;
    PersonId owner;
};
// Needs a fact about a booking.
[[nodiscard]] BookingFact booking_in(const Event& event);

// By the current tables; `gpus` and `when` may differ from those in the reported fact.
[[nodiscard]] About about(const mail::LetterContext& context, const views::Reservation& booking,
                          const mail::Reader& to);

// In one mail thread with the other letters about this booking.
[[nodiscard]] mail::Draft draft(ReservationId id, Words words);

// The booking's current owner.
[[nodiscard]] mail::People owner(const mail::LetterContext& context);

}  // namespace dibs::bookings
