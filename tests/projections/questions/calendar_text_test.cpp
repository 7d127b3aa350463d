// Bookings as iCalendar: their properties, escaping of typed text, and folding of lines between
// characters. tests/system reads the same with independent parsers.
#include "projections/feeds/calendar_text.hpp"

#include "tests/support/sample_site.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using feeds::Calendar;
using feeds::calendar_text;
using views::ReservationState;

views::FeedBooking a_booking() {
    views::FeedBooking one;
    one.id = nth<ReservationId>(1);
    one.owner = ann;
    one.owner_name = {"Ann Nowak"};
    one.title = {"fine-tuning"};
    one.gpus_short = "gpu03:0-3";
    one.gpus = {"gpu03:0", "gpu03:1"};
    one.hosts = {"gpu03", "gpu04"};
    one.from = clock("11:00");
    one.until = clock("13:00");
    one.version = 3;
    one.created_at = ten;
    one.changed_at = clock("10:30");
    return one;
}
Calendar with(views::FeedBooking one) {
    return {"Dibs: Ann", "log-1", "https://dibs.example.org/gpus", true, {{std::move(one)}, false}};
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const auto end = text.find("\r\n", at);
        lines.push_back(text.substr(at, end - at));
        at = end == std::string::npos ? text.size() : end + 2;
    }
    return lines;
}
// The lines before folding.
std::vector<std::string> unfolded(const std::string& text) {
    std::vector<std::string> lines;
    for (auto& line : lines_of(text)) {
        if (line.starts_with(' ')) {
            lines.back() += line.substr(1);
        } else {
            lines.push_back(std::move(line));
        }
    }
    return lines;
}
// The property's value; "none" if it is absent, "twice" if it occurs more than once.
std::string value_of(const std::string& text, const std::string& name) {
    std::string found = "none";
    for (const auto& line : unfolded(text)) {
        if (!line.starts_with(name + ':') && !line.starts_with(name + ';')) continue;
        found = found == "none" ? line.substr(name.size() + 1) : "twice";
    }
    return found;
}
std::string value_of(const Calendar& calendar, const std::string& name) {
    return value_of(calendar_text(calendar), name);
}

TEST(CalendarText, event_has_the_properties_that_calendars_need) {
    const auto text = calendar_text(with(a_booking()));
    const std::vector<std::pair<std::string, std::string>> wanted{
        {"BEGIN", "twice"},
        {"VERSION", "2.0"},
        {"PRODID", "-//Dibs//dibsd " DIBS_VERSION "//EN"},
        {"METHOD", "none"},
        {"NAME", "Dibs: Ann"},
        {"X-WR-CALNAME", "Dibs: Ann"},
        {"X-WR-CALDESC", "none"},
        {"REFRESH-INTERVAL", "VALUE=DURATION:PT15M"},
        {"X-PUBLISHED-TTL", "PT15M"},
        {"UID", to_text(nth<ReservationId>(1)) + "@log-1"},
        {"SEQUENCE", "3"},
        {"DTSTAMP", "20261201T103000Z"},
        {"LAST-MODIFIED", "20261201T103000Z"},
        {"CREATED", "20261201T100000Z"},
        {"DTSTART", "20261201T110000Z"},
        {"DTEND", "20261201T130000Z"},
        {"SUMMARY", "fine-tuning: gpu03:0-3"},
        {"LOCATION", "gpu03\\, gpu04"},
        {"URL", "https://dibs.example.org/gpus/reservations/" + to_text(nth<ReservationId>(1))},
        {"STATUS", "CONFIRMED"},
        {"TRANSP", "TRANSPARENT"},
        {"CLASS", "PRIVATE"},
        {"ORGANIZER", "none"},
        {"ATTENDEE", "none"},
    };
    for (const auto& [name, value] : wanted) EXPECT_EQ(value_of(text, name), value) << name;
    EXPECT_EQ(value_of(text, "DESCRIPTION"),
              "Ann Nowak\\ngpu03:0\\, gpu03:1\\nhttps://dibs.example.org/gpus/reservations/" +
                  to_text(nth<ReservationId>(1)));
    EXPECT_EQ(text, calendar_text(with(a_booking()))) << "the same facts, the same bytes";
}

TEST(CalendarText, part_of_a_booking_is_its_own_event) {
    auto one = a_booking();
    one.part = "-1795946400000";
    EXPECT_EQ(value_of(with(one), "UID"), to_text(nth<ReservationId>(1)) + "-1795946400000@log-1");
}

TEST(CalendarText, missing_title_and_site_are_not_replaced) {
    auto calendar = with(a_booking());
    calendar.site.clear();
    calendar.bookings.items[0].title = {};
    EXPECT_EQ(value_of(calendar, "SUMMARY"), "gpu03:0-3");
    EXPECT_EQ(value_of(calendar, "URL"), "none");
    EXPECT_EQ(value_of(calendar, "DESCRIPTION"), "Ann Nowak\\ngpu03:0\\, gpu03:1");
}

TEST(CalendarText, shared_calendar_names_the_owner) {
    auto calendar = with(a_booking());
    calendar.own = false;
    EXPECT_EQ(value_of(calendar, "SUMMARY"), "fine-tuning: gpu03:0-3 (Ann Nowak)");
    EXPECT_EQ(value_of(calendar, "CLASS"), "PUBLIC");
}

TEST(CalendarText, owner_with_mail_is_the_organizer) {
    auto calendar = with(a_booking());
    calendar.bookings.items[0].owner_name = {"O\"Brien; \r\nX-EVIL:1"};
    calendar.bookings.items[0].owner_mail = Personal<std::string>{"ann@example.org"};
    const auto text = calendar_text(calendar);
    EXPECT_TRUE(value_of(text, "ORGANIZER").ends_with(":mailto:ann@example.org")) << text;
    EXPECT_EQ(value_of(text, "X-EVIL"), "none");
}

TEST(CalendarText, status_is_confirmed_tentative_or_cancelled) {
    const auto status = [](ReservationState state) {
        auto one = a_booking();
        one.state = state;
        return value_of(with(one), "STATUS");
    };
    for (const auto state : {ReservationState::upcoming, ReservationState::running,
                             ReservationState::finished, ReservationState::released}) {
        EXPECT_EQ(status(state), "CONFIRMED");
    }
    EXPECT_EQ(status(ReservationState::pending), "TENTATIVE");
    EXPECT_EQ(status(ReservationState::suspended), "TENTATIVE");
    for (const auto state :
         {ReservationState::cancelled, ReservationState::declined, ReservationState::lapsed}) {
        EXPECT_EQ(status(state), "CANCELLED");
    }
}

TEST(CalendarText, typed_text_is_escaped) {
    auto calendar = with(a_booking());
    auto& title = calendar.bookings.items[0].title.value;
    title = "a;b,c\\d\r\nEND:VEVENT\r\nBEGIN:VEVENT\nX-EVIL:1";
    calendar.name = "Dibs: x;y,z\r\nX-EVIL:1";
    const auto text = calendar_text(calendar);
    EXPECT_EQ(value_of(text, "SUMMARY"),
              "a\\;b\\,c\\\\d\\nEND:VEVENT\\nBEGIN:VEVENT\\nX-EVIL:1: gpu03:0-3");
    EXPECT_EQ(value_of(text, "X-WR-CALNAME"), "Dibs: x;y,z\\nX-EVIL:1");
    EXPECT_EQ(value_of(text, "NAME"), "Dibs: x\\;y\\,z\\nX-EVIL:1");
    EXPECT_EQ(value_of(text, "X-EVIL"), "none");
    EXPECT_EQ(value_of(text, "BEGIN"), "twice") << "the calendar and one event";
    for (const auto& line : lines_of(text)) {
        EXPECT_EQ(line.find_first_of("\r\n"), std::string::npos) << line;
    }
}

TEST(CalendarText, long_lines_are_folded_at_75_bytes_between_characters) {
    auto calendar = with(a_booking());
    for (const auto* character : {"\xC4\x85", "\xE4\xBD\xA0", "\xF0\x9F\x98\x80", "x"}) {
        std::string title;
        while (title.size() < 500) title += character;
        calendar.bookings.items[0].title.value = title;
        const auto text = calendar_text(calendar);
        EXPECT_EQ(value_of(text, "SUMMARY"), title + ": gpu03:0-3");
        for (const auto& line : lines_of(text)) {
            EXPECT_LE(line.size(), 75U) << line;
            const auto first = static_cast<unsigned char>(line.size() > 1 ? line[1] : 'x');
            EXPECT_FALSE(line.starts_with(' ') && (first & 0xC0U) == 0x80U) << "cut in two";
        }
    }
}

TEST(CalendarText, calendar_says_that_older_bookings_are_left_out) {
    auto calendar = with(a_booking());
    calendar.bookings.cut = true;
    EXPECT_EQ(value_of(calendar, "X-WR-CALDESC"),
              "Only the newest 1 bookings: older ones are left out.");
}

// --- one in a mail

feeds::Invitation an_invitation(feeds::Method method) {
    return {method,
            "log-1",
            "https://dibs.example.org/gpus",
            {"dibs@example.org", "Dibs"},
            {"ann@example.org", "Ann Nowak"},
            a_booking()};
}

TEST(CalendarText, invitation_has_the_owner_as_accepted_without_reply) {
    const auto text = invitation_text(an_invitation(feeds::Method::request));
    const std::vector<std::pair<std::string, std::string>> wanted{
        {"METHOD", "REQUEST"},
        {"UID", value_of(with(a_booking()), "UID")},
        {"SEQUENCE", "3"},
        {"DTSTAMP", "20261201T103000Z"},
        {"DTSTART", "20261201T110000Z"},
        {"DTEND", "20261201T130000Z"},
        {"SUMMARY", "fine-tuning: gpu03:0-3"},
        {"STATUS", "CONFIRMED"},
        {"TRANSP", "TRANSPARENT"},
        {"REFRESH-INTERVAL", "none"},
        {"X-WR-CALNAME", "none"},
    };
    for (const auto& [name, value] : wanted) EXPECT_EQ(value_of(text, name), value) << name;
    EXPECT_TRUE(value_of(text, "ORGANIZER").ends_with(":mailto:dibs@example.org")) << text;
    const auto attendee = value_of(text, "ATTENDEE");
    EXPECT_TRUE(attendee.ends_with(":mailto:ann@example.org")) << attendee;
    for (const auto* part : {"PARTSTAT=ACCEPTED", "RSVP=FALSE", "ROLE=REQ-PARTICIPANT"}) {
        EXPECT_NE(attendee.find(part), std::string::npos) << attendee;
    }
    EXPECT_EQ(text, invitation_text(an_invitation(feeds::Method::request)));
}

TEST(CalendarText, cancellation_has_the_same_uid) {
    auto invitation = an_invitation(feeds::Method::cancel);
    invitation.booking.state = ReservationState::suspended;
    const auto text = invitation_text(invitation);
    EXPECT_EQ(value_of(text, "METHOD"), "CANCEL");
    EXPECT_EQ(value_of(text, "STATUS"), "CANCELLED");
    EXPECT_EQ(value_of(text, "UID"), value_of(with(a_booking()), "UID"));
    EXPECT_EQ(value_of(text, "SEQUENCE"), "3");
}

TEST(CalendarText, typed_text_is_escaped_in_invitations) {
    auto invitation = an_invitation(feeds::Method::request);
    invitation.booking.title.value = "a\r\nATTENDEE:mailto:eve@example.org";
    invitation.to.name = "O\"Brien;\r\nX-EVIL:1";
    const auto text = invitation_text(invitation);
    EXPECT_NE(value_of(text, "ATTENDEE"), "twice") << text;
    EXPECT_EQ(value_of(text, "X-EVIL"), "none") << text;
}

TEST(CalendarText, calendar_without_bookings_is_valid) {
    const auto text = calendar_text({.name = "Dibs: Ann"});
    EXPECT_TRUE(text.starts_with("BEGIN:VCALENDAR\r\n")) << text;
    EXPECT_TRUE(text.ends_with("END:VCALENDAR\r\n"));
    auto none = a_booking();
    none.until = none.from + Duration{1};  // given back at once
    EXPECT_EQ(value_of(with(none), "UID"), "none");
}

}  // namespace
}  // namespace dibs::test
