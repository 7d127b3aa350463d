// Events that carry the whole booking name its id and owner there, the others directly.
#include "ops/react/bookings/letters.hpp"

#include "projections/people/names.hpp"
#include "projections/questions/calendar.hpp"

#include <utility>

namespace dibs::bookings {

BookingFact booking_in(const Event& event) {
    auto of_booking = as<reservation::Event>(event).value();
    return visit(
        [&](const auto& e) -> BookingFact {
            if constexpr (requires { e.booking; }) {
                return {of_booking, e.booking.id, e.booking.owner};
            } else {
                return {of_booking, e.id, e.owner};
            }
        },
        of_booking);
}

About about(const mail::LetterContext& context, const views::Reservation& booking,
            const mail::Reader& to) {
    return {booking.id,          projections::gpu_names_short(context.tables.txn(), booking.gpus),
            booking.title.value, {booking.from, booking.until},
            context.parts.site,  to.clock};
}

mail::Draft draft(ReservationId id, Words words) {
    return {.words = std::move(words), .thread = "booking " + to_text(id)};
}

mail::People owner(const mail::LetterContext& context) {
    const auto now = find_reservation(context.tables, booking_in(context.fact.event).id);
    return now ? std::vector{now->owner} : std::vector<PersonId>();
}

}  // namespace dibs::bookings
