// Bookings as iCalendar text (RFC 5545). Feeds have many (api/routes/people/feeds.cpp), an
// invitation by mail has one (ops/react/bookings). Pure: nothing depends on the clock, so the same
// facts give the same bytes and the same ETag. libical escapes and folds text that people typed.
#pragma once

#include "projections/feeds/feed_views.hpp"

#include <string>
#include <string_view>

namespace dibs::feeds {

struct Calendar {
    std::string name{};    // the calendar's name for its subscribers
    std::string origin{};  // origin of its events: the log's id
    // base URL of the pages of bookings, "https://dibs.example.org/dibs"; or ""
    std::string site{};
    bool own = false;  // all bookings are the reader's, so their owner's name is left out
    views::FeedBookings bookings{};
};

// UTF-8 with CRLF line ends.
[[nodiscard]] std::string calendar_text(const Calendar& calendar);

// One booking for its owner's calendar (iTIP, RFC 5546), as an invitation or a cancellation. The
// UID is that of the feeds; SEQUENCE rises with each change.
enum class Method { request, cancel };
struct Party {
    std::string mail{};
    std::string name{};
};
struct Invitation {
    Method method{};
    std::string origin{};  // the log's id and the site's URL, as in Calendar
    std::string site{};
    Party from{};  // the site
    Party to{};    // the owner, who has accepted already and is not asked to reply
    views::FeedBooking booking{};
};
[[nodiscard]] std::string invitation_text(const Invitation& invitation);
// "REQUEST" or "CANCEL"
[[nodiscard]] std::string_view name_of(Method method);

}  // namespace dibs::feeds
