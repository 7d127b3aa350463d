// Bookings as text of iCalendar (RFC 5545), for the calendars of phones and desks. Pure: what
// changes with the clock is not in it, so that the same facts give the same bytes and the same
// ETag. Text that people typed is escaped and folded by libical.
#pragma once

#include "projections/feeds/feed_views.hpp"

#include <string>

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

}  // namespace dibs::feeds
