// Events of tokens, sessions and personal boards are private: admins see them, and the person whom
// they are about or who asked for them. What Dibs tells programs is for admins only. Where a
// request came from is for admins only.
#include "api/auth/may_see.hpp"

namespace dibs::auth {

bool may_see(Audience audience, const views::Event& event) {
    return audience == Audience::admins || event.audience == dibs::Audience::everyone;
}

bool may_see(const Viewer& viewer, const views::Event& event) {
    if (may_see(audience_of(viewer), event)) return true;
    if (event.audience == dibs::Audience::admins) return false;
    return event.actor == viewer.person || event.subjects.has(viewer.person);
}

views::Event visible(Audience audience, views::Event event) {
    if (audience != Audience::admins) event.source.reset();
    return event;
}

bool may_see_tokens_of(const Viewer& viewer, PersonId owner) {
    return viewer.person == owner || viewer.is_admin();
}

bool may_see_feeds_of(const Viewer& viewer, PersonId owner) {
    return viewer.person == owner || viewer.is_admin();
}

}  // namespace dibs::auth
