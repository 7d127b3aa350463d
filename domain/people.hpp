// People: who may sign in, with which role, and the secrets they hold. Secrets never come here:
// a token is known by the SHA-256 of its text, a password by its Argon2id hash, both computed at
// the edge. The first admin is made by a one-time setup link, everyone else by an admin.
#pragma once

#include "domain/context.hpp"
#include "domain/ids.hpp"
#include "domain/personal.hpp"
#include "domain/result.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace dibs::people {

enum class Role { user, admin };
enum class Theme { light, dark, system };
enum class Language { en, pl };

// How somebody wants to see things; what is absent follows their browser.
struct Preferences {
    std::optional<std::string> zone{};  // of the tz database
    std::optional<Theme> theme{};
    std::optional<Language> language{};
    friend bool operator==(const Preferences&, const Preferences&) = default;
};

using Digest = std::string;  // SHA-256, 64 hex digits

// commands
struct OpenSetup {
    Digest token;
    Instant expires;
};
struct CompleteSetup {
    Digest token;
    PersonId person;
    GrantId grant;  // of the "everyone may use everything" the first start offers
    Personal<std::string> name;
    std::string unix_name;
    Personal<std::string> password_hash;
};
struct AddPerson {
    PersonId id;
    Personal<std::string> name;
    std::string unix_name;
    Role role = Role::user;
    Personal<std::string> password_hash;
};
struct ChangePassword {
    PersonId person;
    Personal<std::string> password_hash;
};
struct SignIn {
    SessionId id;
    PersonId person;
    Digest token;
    Instant expires;
};
struct SignInByToken {  // a session that may do what the token may, and ends with it
    SessionId id;
    TokenId by;
    Digest token;  // of the session's own secret
    Instant expires;
};
struct SignOut {
    SessionId id;
};
struct SignOutEverywhere {
    PersonId person;
};
struct ChangePreferences {  // a member that is given but empty takes the choice back
    PersonId person;
    std::optional<std::optional<std::string>> zone{};
    std::optional<std::optional<Theme>> theme{};
    std::optional<std::optional<Language>> language{};
};
struct IssueToken {
    TokenId id;
    std::string label;
    Scopes scopes;
    Digest token;
    std::optional<Instant> expires{};
};
struct RevokeToken {
    TokenId id;
};
using Command =
    std::variant<OpenSetup, CompleteSetup, AddPerson, ChangePassword, ChangePreferences, SignIn,
                 SignInByToken, SignOut, SignOutEverywhere, IssueToken, RevokeToken>;

// events
struct SetupOpened {
    static constexpr std::string_view type = "setup.opened.v1";
    Digest token;
    Instant expires;
};
struct SetupCompleted {
    static constexpr std::string_view type = "setup.completed.v1";
    PersonId person;
};
struct PersonAdded {
    static constexpr std::string_view type = "person.added.v1";
    PersonId id;
    Personal<std::string> name;
    std::string unix_name;
    Role role = Role::user;
    Personal<std::string> password_hash;
};
struct PasswordChanged {
    static constexpr std::string_view type = "person.password_changed.v1";
    PersonId person;
    Personal<std::string> password_hash;
};
struct PreferencesChanged {
    static constexpr std::string_view type = "person.preferences_changed.v1";
    PersonId person;
    Preferences preferences;  // all of them
};
struct SessionStarted {
    static constexpr std::string_view type = "session.started.v1";
    SessionId id;
    PersonId person;
    Digest token;
    Instant expires;
};
struct SessionLent {  // to whoever holds the token
    static constexpr std::string_view type = "session.lent.v1";
    SessionId id;
    PersonId person;
    TokenId by;
    Scopes scopes;
    Digest token;
    Instant expires;
};
struct SessionEnded {
    static constexpr std::string_view type = "session.ended.v1";
    SessionId id;
};
struct TokenIssued {
    static constexpr std::string_view type = "token.issued.v1";
    TokenId id;
    PersonId person;
    std::string label;
    Scopes scopes;
    Digest token;
    std::optional<Instant> expires{};
};
struct TokenRevoked {
    static constexpr std::string_view type = "token.revoked.v1";
    TokenId id;
};
using Event =
    std::variant<SetupOpened, SetupCompleted, PersonAdded, PasswordChanged, PreferencesChanged,
                 SessionStarted, SessionLent, SessionEnded, TokenIssued, TokenRevoked>;

struct Person {
    PersonId id;
    std::string unix_name;
    Role role = Role::user;
    Preferences preferences{};
};
struct Session {
    PersonId person;
    Instant expires;
    std::optional<TokenId> by{};
};
struct Token {
    PersonId person;
    Scopes scopes;
    std::optional<Instant> expires{};
};

struct State {  // only what decisions need: names and secrets are read from the projection
    std::map<PersonId, Person> people;
    std::map<std::string, PersonId, std::less<>> by_unix_name;
    std::map<SessionId, Session> sessions;
    std::map<TokenId, Token> tokens;
    std::optional<SetupOpened> setup;
    bool set_up = false;
};

[[nodiscard]] const Person* find(const State& state, PersonId id);
[[nodiscard]] bool is_admin(const State& state, const Context& context);
// The person behind an account on a GPU host; none if nobody on Dibs has that name.
[[nodiscard]] std::optional<PersonId> by_unix_name(const State& state, std::string_view name);

[[nodiscard]] State evolve(State state, const Event& event);
// What the passing of time brings: sessions that ran out end.
[[nodiscard]] std::vector<Event> due(const State& state, Instant now);
[[nodiscard]] Result<std::vector<Event>> decide(const State& state, const Command& command,
                                                const Context& context);

}  // namespace dibs::people
