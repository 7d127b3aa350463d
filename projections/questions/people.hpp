// Questions about people and credentials, answered from one snapshot (snapshot.hpp). Any thread.
#pragma once

#include "projections/people/people_views.hpp"
#include "projections/questions/snapshot.hpp"
#include "projections/store/page.hpp"

namespace dibs {

// Also returns removed people.
[[nodiscard]] std::optional<views::Person> find_person(const Snapshot& tables, PersonId id);
[[nodiscard]] std::vector<views::Erased> erased_people(const Snapshot& tables);
[[nodiscard]] std::optional<views::Erased> find_erased(const Snapshot& tables, PersonId id);
// empty if unknown
[[nodiscard]] Personal<std::string> person_name(const Snapshot& tables, PersonId id);
[[nodiscard]] std::optional<PersonId> person_of_unix_name(const Snapshot& tables,
                                                          std::string_view name);
// Finds a person by id, UNIX name, or a name that only one person has. For sign-in and CLI input.
[[nodiscard]] std::optional<PersonId> person_called(const Snapshot& tables, std::string_view text);
// ordered by name
[[nodiscard]] Slice<views::Person> list_people(const Snapshot& tables,
                                               const views::PersonFilter& filter,
                                               const PageFrom& page);
// The role of an active account; none if it is disabled, removed or unknown.
[[nodiscard]] std::optional<people::Role> role_of(const Snapshot& tables, PersonId id);
[[nodiscard]] std::optional<people::PasswordHash> password_hash_of(const Snapshot& tables,
                                                                   PersonId id);
// The seed of the person's second factor; none without a second factor.
[[nodiscard]] std::optional<std::string> second_factor_of(const Snapshot& tables, PersonId id);
// Session or token by the SHA-256 of its text. Ended and revoked ones are not found.
[[nodiscard]] std::optional<views::Credential> find_credential(const Snapshot& tables,
                                                               const people::Digest& digest);
[[nodiscard]] Slice<views::Token> list_tokens(const Snapshot& tables, PersonId person,
                                              const PageFrom& page);
[[nodiscard]] std::optional<views::Token> find_token(const Snapshot& tables, TokenId id);
[[nodiscard]] std::optional<PersonId> owner_of_token(const Snapshot& tables, TokenId id);
[[nodiscard]] Slice<views::Session> list_sessions(const Snapshot& tables, PersonId person,
                                                  const PageFrom& page);
[[nodiscard]] std::optional<views::Session> find_session(const Snapshot& tables, SessionId id);
[[nodiscard]] std::optional<PersonId> owner_of_session(const Snapshot& tables, SessionId id);
[[nodiscard]] people::Preferences preferences_of(const Snapshot& tables, PersonId id);
// By the SHA-256 of its secret. Used and void ones are not found.
[[nodiscard]] std::optional<views::PasswordLink> find_password_link(const Snapshot& tables,
                                                                    const people::Digest& token);
[[nodiscard]] views::Setup setup_state(const Snapshot& tables);

}  // namespace dibs
