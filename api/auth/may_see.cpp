// Events of tokens, sessions and personal boards are private: admins see them, and the person whom
// they are about or who asked for them. Where a request came from is for admins only.
#include "api/auth/may_see.hpp"

namespace dibs::auth {
namespace {

bool is_private(const views::Event& event) {
    const std::string_view type = event.type;
    return event.personal || type.starts_with("token.") || type.starts_with("session.");
}

}  // namespace

bool may_see(Audience audience, const views::Event& event) {
    return audience == Audience::admins || !is_private(event);
}

bool may_see(const Viewer& viewer, const views::Event& event) {
    if (may_see(audience_of(viewer), event)) return true;
    return event.person == viewer.person || event.actor == viewer.person;
}

views::Event visible(Audience audience, views::Event event) {
    if (audience != Audience::admins) event.source.reset();
    return event;
}

bool may_see_tokens_of(const Viewer& viewer, PersonId owner) {
    return viewer.person == owner;
}

}  // namespace dibs::auth
