// Views of people and tokens, and what the API needs to authenticate a request. Credentials,
// password hashes and digests of one-time links are for the sign-in only. They have no Fields, so
// to_json cannot write them.
#pragma once

#include "domain/budget/budget.hpp"
#include "domain/codec/aggregate_fields.hpp"
#include "domain/people/people.hpp"
#include "domain/rules/limits.hpp"
#include "domain/rules/rules.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dibs::views {

using Role = people::Role;

enum class PersonState { active, disabled, removed, erased };

struct Membership {
    GroupId id;
    std::string name;  // of the group
    bool manager = false;
    // from the configuration, not from facts; the caller adds it
    std::optional<bool> from_provider{};
};

// A budget of a group, as its members see it.
struct GroupBudget {
    std::int64_t gpu_hours = 0;
    budget::Period period{};
    budget::WhenSpent when_spent{};
};

// An invitation as the invited person sees it, with the limits and budgets of the group's members.
struct OwnInvitation {
    GroupId group;
    std::string name;  // of the group
    PersonId by;
    Personal<std::string> by_name;
    Limits limits{};
    std::vector<GroupBudget> budgets{};
    std::optional<rules::ViolationLevel> violation_level{};  // none: the site's level
};

struct Person {
    PersonId id;
    Personal<std::string> name;
    std::string unix_name;
    Role role{};
    Instant created_at;
    PersonState state{};
    std::vector<Membership> groups{};  // ordered by id
    // Shown to the person and to admins.
    std::optional<Personal<std::string>> mail{};
    std::optional<bool> has_password{};
    std::optional<Instant> password_link_until{};  // of a link that is neither used nor void
    std::optional<bool> second_factor{};  // whether signing in with the password needs a code too
    std::optional<std::vector<OwnInvitation>> invitations{};  // open ones, ordered by group
    std::vector<std::string> providers{};                     // used by the server, not shown
};

// An erased person: the position of the erasing fact, and the accounts whose text was erased with
// them.
struct Erased {
    PersonId person;
    Position position = 0;
    std::vector<std::string> accounts{};  // keyed digests
};

// Conditions are combined with AND.
struct PersonFilter {
    std::string part{};  // part of a name or UNIX name, case-insensitive; empty: any
    std::optional<Role> role{};
    std::optional<PersonState> state{};
    std::optional<GroupId> group{};
};

struct Token {
    TokenId id;
    Personal<std::string> label;
    Scopes scopes;
    Instant created_at;
    std::optional<Instant> expires_at{};
};

struct Session {
    SessionId id;
    Instant created_at;
    Instant expires_at;
    bool current = false;  // the session of this request
    std::optional<TokenId> token{};
    std::optional<std::string> source{};
    Scopes scopes;
    std::optional<std::string> user_agent{};
    std::optional<Instant> last_used_at{};  // in memory only (api/auth/last_use.hpp)
};

// The credential behind a cookie or a bearer token, found with one lookup. The caller compares
// `expires` and reads the person: a credential never contains the person's rights.
struct Credential {
    PersonId person;
    std::optional<SessionId> session{};
    std::optional<TokenId> token{};  // of a session: the token that created it
    Scopes scopes;
    Instant created_at;
    std::optional<Instant> expires{};
    [[nodiscard]] bool valid_at(Instant now) const { return !expires || now < *expires; }
};

// The link behind the secret of a one-time link for setting a password. The caller compares
// `expires`.
struct PasswordLink {
    PersonId person;
    Instant expires;
};

struct Setup {
    bool open = true;  // false once there is an admin
    std::optional<people::Digest> token{};
    std::optional<Instant> expires{};
};

}  // namespace dibs::views

namespace dibs {

template <>
struct Names<views::PersonState> {
    using E = views::PersonState;
    static constexpr std::array list = {named(E::active, "active"), named(E::disabled, "disabled"),
                                        named(E::removed, "removed"), named(E::erased, "erased")};
};
template <>
struct Fields<views::Membership> {
    using T = views::Membership;
    static constexpr auto list =
        field_list(field("group_id", &T::id), field("name", &T::name),
                   field("manager", &T::manager), field("from_provider", &T::from_provider));
};
template <>
struct Fields<views::GroupBudget> {
    using T = views::GroupBudget;
    static constexpr auto list =
        field_list(field("gpu_hours", &T::gpu_hours), field("period", &T::period),
                   field("when_spent", &T::when_spent));
};
template <>
struct Fields<views::OwnInvitation> {
    using T = views::OwnInvitation;
    static constexpr auto list =
        field_list(field("group_id", &T::group), field("name", &T::name), field("by_id", &T::by),
                   field("by_name", &T::by_name), field("limits", &T::limits),
                   field("budgets", &T::budgets), field("violation_level", &T::violation_level));
};
template <>
struct Fields<views::Person> {
    using T = views::Person;
    static constexpr auto list = field_list(
        field("id", &T::id), field("name", &T::name), field("unix_name", &T::unix_name),
        field("role", &T::role), field("created_at", &T::created_at), field("state", &T::state),
        field("groups", &T::groups), field("mail", &T::mail),
        field("has_password", &T::has_password),
        field("password_link_until", &T::password_link_until),
        field("second_factor", &T::second_factor), field("invitations", &T::invitations));
};
template <>
struct Fields<views::Token> {
    using T = views::Token;
    static constexpr auto list =
        field_list(field("id", &T::id), field("label", &T::label), field("scopes", &T::scopes),
                   field("created_at", &T::created_at), field("expires_at", &T::expires_at));
};
template <>
struct Fields<views::Session> {
    using T = views::Session;
    static constexpr auto list = field_list(
        field("id", &T::id), field("created_at", &T::created_at),
        field("expires_at", &T::expires_at), field("current", &T::current),
        field("token_id", &T::token), field("source", &T::source), field("scopes", &T::scopes),
        field("user_agent", &T::user_agent), field("last_used_at", &T::last_used_at));
};

}  // namespace dibs
