// Accounts: what makes a name, who is added, changed, disabled and removed, and that there is
// always an admin who can undo it. Used by people.cpp.
#pragma once

#include "domain/people/people.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dibs::people {

// What is wrong with the form of a new person's names; whether they are taken is decided later.
[[nodiscard]] std::optional<Refusal> check_names(const std::string& name,
                                                 const std::string& unix_name);
// The names of a new person: who signs in as whom is unique, what they are called need not be.
[[nodiscard]] Result<Personal<std::string>> checked_names(const State& state,
                                                          const std::string& name,
                                                          const std::string& unix_name);
// Whether there is such a zone was looked up at the edge: the database is not the domain's.
[[nodiscard]] std::optional<Refusal> check_preferences(const Preferences& wanted);
// None if there is no such text.
[[nodiscard]] Result<std::optional<Personal<std::string>>> checked_mail(const std::string& mail);
// Somebody has to be left who can undo what is done to them.
[[nodiscard]] bool is_last_admin(const State& state, const Person& person);
[[nodiscard]] tl::unexpected<Refusal> admins_only();
[[nodiscard]] tl::unexpected<Refusal> no_such_person();
[[nodiscard]] tl::unexpected<Refusal> last_admin(std::string field);

[[nodiscard]] bool own_or_admin(const State& state, PersonId person, const Context& context);

// What a credential with these scopes may do for somebody of that role: `admin` stands for all that
// its person may, and nothing goes beyond the role.
[[nodiscard]] Scopes held_by(Scopes scopes, Role role);
// Somebody's own account is for who holds all that their role allows: signed in with a password, or
// with a token that is as good. What is less may be in others' hands.
[[nodiscard]] bool minds_own(const State& state, PersonId person, const Context& context);
// The same, or by a token that books: what only arranges things of one's own, as links and mails.
[[nodiscard]] bool arranges_own(const State& state, PersonId person, const Context& context);

void end_sessions(const State& state, PersonId person, std::vector<Event>& out);
void revoke_tokens(const State& state, PersonId person, std::vector<Event>& out);

using Events = Result<std::vector<Event>>;
[[nodiscard]] Events decide_add(const State& state, const AddPerson& c, const Context& context);
[[nodiscard]] Events decide_change(const State& state, const ChangePerson& c,
                                   const Context& context);
[[nodiscard]] Events decide_disable(const State& state, const DisablePerson& c,
                                    const Context& context);
[[nodiscard]] Events decide_enable(const State& state, const EnablePerson& c,
                                   const Context& context);
[[nodiscard]] Events decide_remove(const State& state, const RemovePerson& c,
                                   const Context& context);
[[nodiscard]] Events decide_erase(const State& state, const ErasePerson& c, const Context& context);

}  // namespace dibs::people
