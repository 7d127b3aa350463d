// Only the newest fact makes a letter: it has the current state. Letters of earlier facts would
// repeat the same content and SEQUENCE.
#include "ops/react/bookings/invitation.hpp"

#include "projections/feeds/calendar_text.hpp"
#include "projections/questions/calendar.hpp"
#include "projections/questions/feeds.hpp"

namespace dibs::bookings {
namespace {

using feeds::Method;
using views::ReservationState;

// The METHOD for a calendar; none: this fact changes nothing there.
std::optional<Method> method_for(const Fact& fact, const views::FeedBooking& now) {
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

std::vector<mail::Addressed> invitation_letters(const Occasion& occasion, const Snapshot& tables) {
    const auto& fact = occasion.fact;
    auto now = feed_booking(tables, fact.id);
    const auto booking = find_reservation(tables, fact.id);
    if (!now || !booking) return {};
    const auto method = method_for(fact, *now);
    if (!method) return {};
    const auto to = reader(tables, now->owner);
    if (!to || !to->chosen.wants_calendar_mails()) return {};
    const auto& parts = occasion.parts;
    const auto words =
        calendar_words(about(tables, *booking, parts, *to), *method == Method::cancel);
    auto made = letter(occasion, *to, words);
    made.letter.calendar =
        mail::CalendarPart{feeds::invitation_text({*method,
                                                   log_id_of(tables),
                                                   parts.site,
                                                   {parts.from.address, parts.from.name},
                                                   {to->mailbox.address, to->mailbox.name},
                                                   *std::move(now)}),
                           std::string(feeds::name_of(*method))};
    return {std::move(made)};
}

}  // namespace

Reaction invitation_reaction(Parts parts) {
    using namespace reservation;
    return reaction("booking-calendar",
                    {Booked::type, Changed::type, Cancelled::type, Released::type, Reinstated::type,
                     Suspended::type, Revived::type, Approved::type},
                    std::move(parts), invitation_letters);
}

}  // namespace dibs::bookings
