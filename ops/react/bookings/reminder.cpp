// A letter that waits, for its hour or for a mail server, says how long is left when it goes; one
// whose moment has passed is written to nobody.
#include "ops/react/bookings/reminder.hpp"

#include "projections/questions/calendar.hpp"

namespace dibs::bookings {
namespace {

using reservation::Boundary;
using reservation::Reminded;
using views::ReservationState;

// It holds, and begins or ends when the reminder says.
bool is_still_so(const views::Reservation& now, const Reminded& e) {
    if (e.of == Boundary::start) {
        return now.state == ReservationState::upcoming && now.from == e.when.from;
    }
    const bool holds =
        now.state == ReservationState::running || now.state == ReservationState::upcoming;
    return holds && now.until == e.when.until;
}

bool wants_it(const people::Preferences& chosen, Boundary boundary) {
    const auto before =
        boundary == Boundary::start ? chosen.notice_of_start() : chosen.notice_of_end();
    return before > Duration::zero();
}

std::vector<mail::Addressed> letters_for(const Occasion& occasion, const Snapshot& tables) {
    const auto* e = std::get_if<Reminded>(&occasion.fact.event);
    if (e == nullptr) return {};
    const auto booking = find_reservation(tables, e->id);
    if (!booking || !is_still_so(*booking, *e)) return {};
    const auto moment = e->of == Boundary::start ? booking->from : booking->until;
    const auto left = moment - tables.now();
    if (left < reservation::shortest_notice) return {};
    const auto to = reader(tables, booking->owner);
    if (!to || !wants_it(to->chosen, e->of)) return {};
    auto made = letter(occasion, *to,
                       reminder_words(about(tables, *booking, occasion.parts.site), e->of, left));
    made.letter.until = moment;
    return {std::move(made)};
}

}  // namespace

Reaction reminder_reaction(Parts parts) {
    return reaction("booking-reminder", {Reminded::type}, std::move(parts), letters_for);
}

}  // namespace dibs::bookings
