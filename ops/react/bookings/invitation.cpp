// Only the newest fact makes a letter: it has the current state. Letters of earlier facts would
// repeat the same content and SEQUENCE.
#include "ops/react/bookings/invitation.hpp"

#include "projections/feeds/calendar_text.hpp"
#include "projections/questions/calendar.hpp"
#include "projections/questions/feeds.hpp"

#include <optional>
#include <utility>

namespace dibs::bookings {
namespace {

using feeds::Method;
using views::ReservationState;

// The METHOD for a calendar; none: this fact changes nothing there.
std::optional<Method> method_for(const Recorded& fact, const views::FeedBooking& now) {
    const bool took_back =
        fact.event.is<reservation::Cancelled>() || fact.event.is<reservation::Suspended>();
    const bool newest = now.changed_at <= fact.at;
    switch (now.state) {
        // Not in a calendar in this state; an earlier invitation may have to be taken out.
        case ReservationState::pending:
        case ReservationState::declined:
        case ReservationState::lapsed:
            return took_back ? std::optional(Method::cancel) : std::nullopt;
        case ReservationState::cancelled:
        case ReservationState::suspended:
            return newest ? std::optional(Method::cancel) : std::nullopt;
        case ReservationState::upcoming:
        case ReservationState::running:
        case ReservationState::finished:
        case ReservationState::released:
            break;
    }
    if (!newest) return std::nullopt;
    // Released at its beginning: no time is left to show.
    const bool empty = now.until - now.from < std::chrono::seconds{1};
    return empty ? Method::cancel : Method::request;
}

}  // namespace

mail::Written invitation(const mail::LetterContext& context, const mail::Reader& to) {
    const auto& [parts, fact, tables] = context;
    const auto id = booking_in(fact.event).id;
    auto now = feed_booking(tables, id);
    const auto booking = find_reservation(tables, id);
    if (!now || !booking) return std::nullopt;
    const auto method = method_for(fact, *now);
    if (!method) return std::nullopt;
    const auto& from = parts.from;
    auto letter =
        draft(id, calendar_words(about(context, *booking, to), *method == Method::cancel));
    letter.calendar =
        mail::CalendarPart{feeds::invitation_text({*method,
                                                   log_id_of(tables),
                                                   parts.site,
                                                   {from.address, from.name},
                                                   {to.mailbox.address, to.mailbox.name},
                                                   *std::move(now)}),
                           std::string(feeds::name_of(*method))};
    return letter;
}

}  // namespace dibs::bookings
