// Makes and uses one-time links for passwords.
#include "domain/people/password_links.hpp"

namespace dibs::people {

Refusal void_password_link() {
    return {Code::not_found, "secret",
            "This link is not valid (any more): if it has not set your password already, ask an "
            "admin for another."};
}

// The present password and the sessions stay until the link is used.
Events decide_make_link(const State& state, const MakePasswordLink& c, const Context& context) {
    if (!is_admin(state, context)) return admins_only();
    const auto* person = find(state, c.person);
    if (!person) return no_such_person();
    if (person->disabled) {
        return refuse(Code::not_ready, "", "This account is disabled: enable it first.");
    }
    return std::vector<Event>{
        PasswordLinkMade{c.person, c.token, context.now + password_link_life}};
}

// Ends sessions and revokes tokens, as when an admin sets a password: the old password may have
// made them.
Events decide_use_link(const State& state, const UsePasswordLink& c, const Context& context) {
    if (!context.is_dibs()) return refuse(Code::not_allowed, "", "Only Dibs takes such links.");
    const auto open = state.password_links.find(c.person);
    if (open == state.password_links.end() || open->second.token != c.token ||
        open->second.expires <= context.now) {
        return tl::unexpected(void_password_link());
    }
    std::vector<Event> events{PasswordLinkUsed{c.person, c.password_hash}};
    end_sessions(state, c.person, events);
    revoke_tokens(state, c.person, events);
    return events;
}

void restore(State& state, PasswordLink row) {
    const auto person = row.person;
    state.password_links.emplace(person, std::move(row));
}

}  // namespace dibs::people
