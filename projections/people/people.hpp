// People, and what they sign in with. Credentials lie under the digest of their secret, complete,
// so that a request finds out who asks with one look. Ended sessions and revoked tokens are
// deleted.
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

// Of whom the key was to be deleted: at which fact, and which of their accounts' (PersonErased).
struct ErasureRow {
    Position position = 0;
    std::vector<std::string> accounts{};
};
struct PersonRow {
    // `name`, with the UNIX name behind it where the name alone could be taken for another's
    // (lookalikes.hpp). First, because it is often all that is read (names.cpp).
    Personal<std::string> shown_name;
    Personal<std::string> name;
    std::string unix_name;
    people::Role role{};
    people::PasswordHash password_hash;
    Instant created_at;
    people::Preferences preferences{};
    std::optional<Personal<std::string>> mail{};
    views::PersonState state{};  // who was removed keeps a name in what is told of them
    std::optional<people::Digest> password_link{};  // the one that is open
    std::optional<std::string> second_factor{};     // its seed
    std::optional<ErasureRow> erasure{};
    std::optional<Instant> weekly_since{};   // they want the weekly report since then
    std::optional<std::string> week_told{};  // the last of which it was due
    std::vector<std::string> providers{};    // that they sign in with
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
    std::string source;  // the address it was asked from
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
// Also of one whose time is over.
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
