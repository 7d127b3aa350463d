// Visibility rules. Every read, page, stream frame and history row is checked here. A signed-in
// person sees everything except other people's private data: tokens, sessions, calendar links,
// personal boards, mail addresses and sign-in methods. Later arguments of other people's command
// lines and the origin of requests are hidden too. Admins see all of it, except mail addresses in
// calendar feeds. `may_see` decides on a whole item; `visible` removes fields from one. Pure; any
// thread.
#pragma once

#include "api/auth/viewer.hpp"
#include "domain/fleet/shown_command.hpp"
#include "projections/boards/board_views.hpp"
#include "projections/calendar/reservation_views.hpp"
#include "projections/feeds/feed_views.hpp"
#include "projections/fleet/fleet_views.hpp"
#include "projections/history/history_views.hpp"
#include "projections/people/people_views.hpp"
#include "projections/rules/rules.hpp"

#include <optional>
#include <utility>

namespace dibs::auth {

// The audience whose shared stream frames this viewer gets: everyone's or the admins'.
[[nodiscard]] inline Audience audience_of(const Viewer& viewer) {
    return viewer.is_admin() ? Audience::admins : Audience::everyone;
}

// The reader for whom command lines are shortened. An audience has no person of its own.
[[nodiscard]] inline CommandReader reader_of(Audience audience) {
    return {.is_admin = audience == Audience::admins};
}
[[nodiscard]] inline CommandReader reader_of(const Viewer& viewer) {
    return {viewer.person, viewer.is_admin()};
}

// Each event carries its audience. The actor and subjects of a private event see it too. Only
// admins see an event for admins. Frames for an audience are shared, so a private event is in none
// but those of admins.
[[nodiscard]] bool may_see(Audience audience, const views::Event& event);
[[nodiscard]] bool may_see(const Viewer& viewer, const views::Event& event);
// Remove the fields and the command-line arguments that this reader may not see.
[[nodiscard]] views::Event visible(const CommandReader& reader, views::Event event);
[[nodiscard]] views::Process visible(const CommandReader& reader, views::Process process);
[[nodiscard]] views::Violation visible(const CommandReader& reader, views::Violation violation);

// Lists of a person's tokens and calendar links: for that person and admins.
[[nodiscard]] bool may_see_tokens_of(const Viewer& viewer, PersonId owner);
[[nodiscard]] bool may_see_feeds_of(const Viewer& viewer, PersonId owner);

[[nodiscard]] inline bool may_see(const Viewer&, const views::Reservation&) {
    return true;
}
[[nodiscard]] inline bool may_see(const Viewer&, const views::Host&) {
    return true;
}
[[nodiscard]] inline bool may_see(const Viewer&, const views::Gpu&) {
    return true;
}
[[nodiscard]] inline bool may_see(const Viewer&, const views::Process&) {
    return true;
}
[[nodiscard]] inline bool may_see(const Viewer&, const views::Violation&) {
    return true;
}
[[nodiscard]] inline bool may_see(const Viewer&, const views::Person&) {
    return true;
}
// Only the person and admins see the mail address, sign-in methods and invitations.
[[nodiscard]] inline views::Person visible(const Viewer& viewer, views::Person person) {
    if (person.id == viewer.person || viewer.is_admin()) return person;
    person.mail.reset();
    person.has_password.reset();
    person.password_link_until.reset();
    person.second_factor.reset();
    person.invitations.reset();
    return person;
}
[[nodiscard]] inline bool may_see(const Viewer&, const views::CalendarRow&) {
    return true;
}
[[nodiscard]] inline bool may_see(const Viewer&, const views::FeedBooking&) {
    return true;
}
// In a calendar feed, only the owner of a booking sees the owner's mail address; admins do not.
[[nodiscard]] inline views::FeedBooking visible(const Viewer& viewer, views::FeedBooking booking) {
    if (booking.owner != viewer.person) booking.owner_mail.reset();
    return booking;
}
// A personal board is visible to its owner and admins.
[[nodiscard]] inline bool may_see(const Viewer& viewer, const views::Board& board) {
    return board.shared || board.owner == viewer.person || viewer.is_admin();
}

// The only person whose use this viewer sees in reports; none: the viewer sees everyone's use.
[[nodiscard]] inline std::optional<PersonId> usage_limited_to(const Viewer& viewer,
                                                              const rules::Rules& rules) {
    return rules::own_use_only(viewer.person, viewer.is_admin(), rules);
}

}  // namespace dibs::auth
