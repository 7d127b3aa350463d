// People and their credentials. A credential is stored whole under the digest of its secret, so a
// request finds its person with one lookup. Ended sessions and revoked tokens are deleted.
#pragma once

#include "domain/codec/aggregate_fields.hpp"
#include "domain/world/world.hpp"
#include "projections/people/people_views.hpp"
#include "projections/store/keys.hpp"
#include "projections/store/packed.hpp"
#include "projections/store/store.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dibs::projections {

// Erasure of a person: the position of the fact that requests deleting their key, and the accounts
// that it names (PersonErased).
struct ErasureRow {
    Position position = 0;
    std::vector<std::string> accounts{};
};
struct PersonRow {
    // `name`, followed by the UNIX name if the name alone could be confused with another's
    // (lookalikes.hpp). First: often the only field read (names.cpp).
    Personal<std::string> shown_name;
    Personal<std::string> name;
    std::string unix_name;
    people::Role role{};
    people::PasswordHash password_hash;
    Instant created_at;
    people::Preferences preferences{};
    std::optional<Personal<std::string>> mail{};
    views::PersonState state{};                     // a removed person keeps a name for the history
    std::optional<people::Digest> password_link{};  // the open link
    std::optional<std::string> second_factor{};     // the seed of its codes
    std::optional<ErasureRow> erasure{};
    std::optional<Instant> weekly_since{};   // since when the person wants the weekly report
    std::optional<std::string> week_told{};  // the last week whose report was due
    std::vector<std::string> providers{};    // identity providers that the person signs in with
};

struct TokenRow {
    PersonId person;
    Personal<std::string> label;
    Scopes scopes;
    Instant created_at;
    std::optional<Instant> expires{};
    people::Digest digest;
};

struct SessionRow {
    PersonId person;
    people::Digest digest;
    Scopes scopes;
    Instant created_at;
    Instant expires;
    std::optional<TokenId> by{};
    std::string source;  // client address at sign-in
    std::optional<std::string> user_agent{};
};

struct PasswordLinkRow {
    PersonId person;
    Instant expires;
};

struct SetupRow {
    bool open = true;
    std::optional<people::Digest> token{};
    std::optional<Instant> expires{};
};

struct People {
    static constexpr std::string_view name = "people";
    static constexpr int version = 9;
    static constexpr TableSet tables{Table::people,
                                     Table::people_by_name,
                                     Table::people_by_skeleton,
                                     Table::unix_names,
                                     Table::credentials,
                                     Table::sessions,
                                     Table::sessions_by_person,
                                     Table::tokens,
                                     Table::tokens_by_person,
                                     Table::setup,
                                     Table::password_links};
    static void project(WriteTxn& txn, const Recorded& recorded);
};

[[nodiscard]] std::optional<PersonRow> find_person(const Txn& txn, PersonId id);
[[nodiscard]] std::optional<PersonId> find_unix_name(const Txn& txn, std::string_view name);
[[nodiscard]] std::optional<TokenRow> find_token(const Txn& txn, TokenId id);
[[nodiscard]] std::optional<SessionRow> find_session(const Txn& txn, SessionId id);
// Also returns an expired link.
[[nodiscard]] std::optional<PasswordLinkRow> find_password_link(const Txn& txn,
                                                                const people::Digest& token);
[[nodiscard]] SetupRow find_setup(const Txn& txn);

}  // namespace dibs::projections

namespace dibs {

template <>
struct Fields<projections::ErasureRow> {
    using T = projections::ErasureRow;
    static constexpr auto list =
        field_list(field("position", &T::position), field("accounts", &T::accounts));
};
template <>
struct Fields<projections::PersonRow> {
    using T = projections::PersonRow;
    static constexpr auto list = field_list(
        field("shown_name", &T::shown_name), field("name", &T::name),
        field("unix_name", &T::unix_name), field("role", &T::role),
        field("password_hash", &T::password_hash), field("created_at", &T::created_at),
        field("preferences", &T::preferences), field("mail", &T::mail), field("state", &T::state),
        field("password_link", &T::password_link), field("second_factor", &T::second_factor),
        field("erasure", &T::erasure), field("weekly_since", &T::weekly_since),
        field("week_told", &T::week_told), field("providers", &T::providers));
};
template <>
struct Fields<projections::PasswordLinkRow> {
    using T = projections::PasswordLinkRow;
    static constexpr auto list =
        field_list(field("person_id", &T::person), field("expires_at", &T::expires));
};
template <>
struct Fields<projections::TokenRow> {
    using T = projections::TokenRow;
    static constexpr auto list =
        field_list(field("person_id", &T::person), field("label", &T::label),
                   field("scopes", &T::scopes), field("created_at", &T::created_at),
                   field("expires_at", &T::expires), field("digest", &T::digest));
};
template <>
struct Fields<projections::SessionRow> {
    using T = projections::SessionRow;
    static constexpr auto list =
        field_list(field("person_id", &T::person), field("digest", &T::digest),
                   field("scopes", &T::scopes), field("created_at", &T::created_at),
                   field("expires_at", &T::expires), field("token_id", &T::by),
                   field("source", &T::source), field("user_agent", &T::user_agent));
};
template <>
struct Fields<projections::SetupRow> {
    using T = projections::SetupRow;
    static constexpr auto list = field_list(field("open", &T::open), field("token", &T::token),
                                            field("expires_at", &T::expires));
};

}  // namespace dibs
