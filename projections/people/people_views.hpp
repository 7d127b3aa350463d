// What the API shows of people and tokens, and what it needs to know who asks. A credential, a
// password hash and the digests of one-time links are for the sign-in only: they have no Fields, so
// that to_json cannot write them.
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
    std::optional<bool> from_provider{};  // no fact: whoever knows the configuration adds it
};

// A budget of a group, as its members meet it.
struct GroupBudget {
    std::int64_t gpu_hours = 0;
    budget::Period period{};
    budget::WhenSpent when_spent{};
};

// To a group, as the person sees it who is invited: with all that holds for its members.
struct OwnInvitation {
    GroupId group;
    std::string name;  // of the group
    PersonId by;
    Personal<std::string> by_name;
    Limits limits{};
    std::vector<GroupBudget> budgets{};
    std::optional<rules::ViolationLevel> violation_level{};  // none: of the site
};

struct Person {
    PersonId id;
    Personal<std::string> name;
    std::string unix_name;
    Role role{};
    Instant created_at;
    PersonState state{};
    std::vector<Membership> groups{};  // by id
    // For themselves and admins.
    std::optional<Personal<std::string>> mail{};
    std::optional<bool> has_password{};
    std::optional<Instant> password_link_until{};  // of one that is neither used nor void
    std::optional<bool> second_factor{};           // whether their password needs a code too
    std::optional<std::vector<OwnInvitation>> invitations{};  // open ones, by group
    std::vector<std::string> providers{};                     // for the server alone
};

// Of somebody erased: since which fact, and which of their accounts' text went with them.
struct Erased {
    PersonId person;
    Position position = 0;
    std::vector<std::string> accounts{};  // keyed digests
};

// Every member narrows.
struct PersonFilter {
    std::string part{};  // of a name or a UNIX name, in any case; empty: any
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
    bool current = false;  // the one that asks
    std::optional<TokenId> token{};
    std::optional<std::string> source{};
    Scopes scopes;
    std::optional<std::string> user_agent{};
    std::optional<Instant> last_used_at{};  // known to the process alone (api/auth/last_use.hpp)
};

// Behind a cookie or a bearer token. Found by one look-up; the caller compares `expires`, and asks
// for the person: what they may is never copied into a credential.
struct Credential {
    PersonId person;
    std::optional<SessionId> session{};
    std::optional<TokenId> token{};  // with a session: the token that it was made from
    Scopes scopes;
    Instant created_at;
    std::optional<Instant> expires{};
    [[nodiscard]] bool valid_at(Instant now) const { return !expires || now < *expires; }
};

// Behind the secret of a one-time link to set a password; the caller compares `expires`.
struct PasswordLink {
    PersonId person;
    Instant expires;
};

struct Setup {
    bool open = true;  // until there is an admin
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
