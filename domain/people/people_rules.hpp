// Accounts: valid names; adding, changing, disabling and removing people. There is always an admin
// who can undo such a change. Used by people.cpp.
#pragma once

#include "domain/people/people.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dibs::people {

// The errors in the form of a new person's names. Whether they are taken is decided later.
[[nodiscard]] std::optional<Refusal> check_names(const std::string& name,
                                                 const std::string& unix_name);
// The names of a new person. The UNIX name is unique, the display name need not be.
[[nodiscard]] Result<Personal<std::string>> checked_names(const State& state,
                                                          const std::string& name,
                                                          const std::string& unix_name);
// The API has checked that the zone exists: the database is outside the domain.
[[nodiscard]] std::optional<Refusal> check_preferences(const Preferences& wanted);
// Nothing for an empty text.
[[nodiscard]] Result<std::optional<Personal<std::string>>> checked_mail(const std::string& mail);
// True for the last admin: one must remain to undo changes.
[[nodiscard]] bool is_last_admin(const State& state, const Person& person);
[[nodiscard]] tl::unexpected<Refusal> admins_only();
[[nodiscard]] tl::unexpected<Refusal> no_such_person();
[[nodiscard]] tl::unexpected<Refusal> last_admin(std::string field);

[[nodiscard]] bool own_or_admin(const State& state, PersonId person, const Context& context);

// The scopes of a credential with `scopes` for a person of that role. `admin` includes everything
// that the role allows. Nothing exceeds the role.
[[nodiscard]] Scopes held_by(Scopes scopes, Role role);
// True if the actor is that person and has all scopes of the role: a session with a password, or an
// equal token. Other persons may hold a lesser credential.
[[nodiscard]] bool manages_own_account(const State& state, PersonId person, const Context& context);
// The same, or with a token of scope `book`, for minor matters of one's own such as links and
// mails.
[[nodiscard]] bool acts_for_self(const State& state, PersonId person, const Context& context);

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
