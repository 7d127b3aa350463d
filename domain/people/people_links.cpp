// Looks for the subject, then the UNIX name, else makes a new person. Then applies the role, if the
// provider decides on it.
#include "domain/people/people_links.hpp"

#include "domain/kernel/text.hpp"

#include <algorithm>

namespace dibs::people {
namespace {

bool is_linked(const State& state, PersonId person, const std::string& provider) {
    return std::any_of(state.links.begin(), state.links.end(), [&](const auto& entry) {
        return entry.second == person && entry.first.provider == provider;
    });
}

// If the provider decides on admins, this follows it. The last admin stays until there is another.
std::optional<Refusal> follow_role(const State& state, const Person& person, const Admit& c,
                                   std::vector<Event>& out) {
    const bool is = person.role == Role::admin;
    if (!c.admin || *c.admin == is) return std::nullopt;
    if (is && is_last_admin(state, person)) return last_admin("role").value();
    const auto role = *c.admin ? Role::admin : Role::user;
    const PersonChanged changed{.person = person.id, .role = role, .role_before = person.role};
    out.emplace_back(changed);
    return std::nullopt;
}

Events let_in(const State& state, const Person& person, const Admit& c, std::vector<Event> events) {
    if (person.disabled) return refuse(Code::not_allowed, "", "This account is disabled.");
    if (auto no = follow_role(state, person, c, events)) return tl::unexpected(*std::move(no));
    return events;
}

// A UNIX name alone never opens an admin's account, because the provider's users may choose such a
// name.
Events link_by_name(const State& state, const Person& person, const Admit& c) {
    if (is_linked(state, person.id, c.link.provider)) {
        return refuse(Code::already_exists, "unix_name",
                      "Somebody else signs in from there under this UNIX name: an admin takes that "
                      "link back.");
    }
    if (person.role == Role::admin && !c.admin.value_or(false)) {
        return refuse(Code::not_allowed, "role",
                      "This UNIX name is an admin's, who signs in with a password.");
    }
    return let_in(state, person, c, {PersonLinked{person.id, c.link}});
}

Events add_linked(const State& state, const Admit& c) {
    if (!c.create) {
        return refuse(Code::unknown_person, "unix_name",
                      "There is no account with this UNIX name yet: an admin makes one.");
    }
    if (state.people.contains(c.id)) {
        return refuse(Code::already_exists, "id", "This id is taken.");
    }
    const auto name = checked_names(state, c.name.value, c.unix_name);
    if (!name) return tl::unexpected(name.error());
    const Role role = c.admin.value_or(false) ? Role::admin : Role::user;
    std::vector<Event> events{PersonAdded{c.id, *name, c.unix_name, role, {}}};
    const auto mail = checked_mail(c.mail.value_or(Personal<std::string>{}).value);
    if (!mail) return tl::unexpected(mail.error());
    if (*mail) events.emplace_back(MailChanged{c.id, *mail});
    events.emplace_back(PersonLinked{c.id, c.link});
    return events;
}

}  // namespace

Events decide_admit(const State& state, const Admit& c, const Context& context) {
    if (!context.is_dibs()) return refuse(Code::not_allowed, "", "Only Dibs lets people in.");
    if (c.link.provider.empty() || c.link.subject.empty()) {
        return refuse(Code::malformed, "link", "A link names a provider and a subject.");
    }
    if (const auto known = state.links.find(c.link); known != state.links.end()) {
        const Person& person = state.people.at(known->second);
        if (!is_same_account(person.unix_name, c.unix_name)) {
            return refuse(Code::not_allowed, "unix_name",
                          "This account has another UNIX name here: an admin renames it.");
        }
        return let_in(state, person, c, {});
    }
    if (const auto named = by_unix_name(state, c.unix_name)) {
        return link_by_name(state, state.people.at(*named), c);
    }
    return add_linked(state, c);
}

Events decide_unlink(const State& state, const Unlink& c, const Context& context) {
    if (!is_admin(state, context)) return admins_only();
    if (!find(state, c.person)) return no_such_person();
    const bool any = std::any_of(state.links.begin(), state.links.end(),
                                 [&](const auto& entry) { return entry.second == c.person; });
    if (!any) return std::vector<Event>{};
    // Ends the sessions of the person, which the link may have started.
    std::vector<Event> events{PersonUnlinked{c.person}};
    end_sessions(state, c.person, events);
    return events;
}

void forget_links(State& state, PersonId person) {
    std::erase_if(state.links, [&](const auto& entry) { return entry.second == person; });
}

}  // namespace dibs::people
