// A delayed letter names the time left when it is sent. A stale one is dropped, and the mailer puts
// that on record.
#include "ops/react/bookings/reminder.hpp"

#include "projections/questions/calendar.hpp"

#include <algorithm>

namespace dibs::bookings {
namespace {

using reservation::Boundary;
using reservation::Reminded;
using views::ReservationState;

// True if the beginning or end is still the one in the reminder.
bool is_still_so(const views::Reservation& now, const Reminded& e) {
    const bool holds = now.state == ReservationState::running ||
                       now.state == ReservationState::upcoming ||
                       now.state == ReservationState::finished;
    const bool same = e.of == Boundary::start ? now.from == e.when.from : now.until == e.when.until;
    return holds && same;
}

bool wants_it(const people::Preferences& chosen, Boundary boundary) {
    const auto before =
        boundary == Boundary::start ? chosen.notice_of_start() : chosen.notice_of_end();
    return before > Duration::zero();
}

std::vector<mail::Addressed> reminder_letters(const Occasion& occasion, const Snapshot& tables) {
    const auto* e = get_if<Reminded>(&occasion.fact.event);
    if (e == nullptr) return {};
    const auto booking = find_reservation(tables, e->id);
    if (!booking || !is_still_so(*booking, *e)) return {};
    const auto moment = e->of == Boundary::start ? booking->from : booking->until;
    const auto left = std::max<Duration>(moment - tables.now(), Duration::zero());
    const auto to = reader(tables, booking->owner);
    if (!to || !wants_it(to->chosen, e->of)) return {};
    auto made = letter(occasion, *to,
                       reminder_words(about(tables, *booking, occasion.parts, *to), e->of, left));
    made.letter.until = moment - reservation::shortest_notice;
    made.letter.urgent = true;
    return {std::move(made)};
}

}  // namespace

Reaction reminder_reaction(Parts parts) {
    return reaction("booking-reminder", {Reminded::type}, std::move(parts), reminder_letters);
}

}  // namespace dibs::bookings
