// A delayed letter names the time left when it is sent. A stale one is dropped, and the mailer puts
// that on record.
#include "ops/react/bookings/reminder.hpp"

#include "projections/questions/calendar.hpp"

#include <algorithm>
#include <optional>

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

}  // namespace

mail::Written reminder(const mail::LetterContext& context, const mail::Reader& to) {
    const auto& e = get<Reminded>(context.fact.event);
    const auto booking = find_reservation(context.tables, e.id);
    if (!booking || !is_still_so(*booking, e) || !wants_it(to.chosen, e.of)) return std::nullopt;
    const auto moment = e.of == Boundary::start ? booking->from : booking->until;
    const auto left = std::max<Duration>(moment - context.tables.now(), Duration::zero());
    auto letter = draft(e.id, reminder_words(about(context, *booking, to), e.of, left));
    letter.until = moment - reservation::shortest_notice;
    letter.urgent = true;
    return letter;
}

}  // namespace dibs::bookings
