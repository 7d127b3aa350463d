// Bookings as text of iCalendar (RFC 5545), for the calendars of phones and desks: many, as an
// address gives them (api/routes/people/feeds.cpp), or one, as a letter invites to it
// (ops/react/bookings). Pure: what changes with the clock is not in it, so that the same facts give
// the same bytes and the same ETag. Text that people typed is escaped and folded by libical.
#pragma once

#include "projections/feeds/feed_views.hpp"

#include <string>
#include <string_view>

namespace dibs::feeds {

struct Calendar {
    std::string name{};    // as the calendar is called where it is subscribed
    std::string origin{};  // of its events: the log's id
    std::string site{};  // "https://dibs.example.org/dibs", behind which bookings have pages; or ""
    bool own = false;    // the reader's own bookings: nobody need be told whose they are
    views::FeedBookings bookings{};
};

// With CRLF line ends, in UTF-8.
[[nodiscard]] std::string calendar_text(const Calendar& calendar);

// One booking, for its owner's calendar (iTIP, RFC 5546): that it is so, or is not any more. The
// UID is that of the feeds, and SEQUENCE rises with each change.
enum class Method { request, cancel };
struct Party {
    std::string mail{};
    std::string name{};
};
struct Invitation {
    Method method{};
    std::string origin{};  // as above, like the next
    std::string site{};
    Party from{};  // the site
    Party to{};    // the owner, who takes part already and is asked for no answer
    views::FeedBooking booking{};
};
[[nodiscard]] std::string invitation_text(const Invitation& invitation);
// "REQUEST"
[[nodiscard]] std::string_view name_of(Method method);

}  // namespace dibs::feeds
