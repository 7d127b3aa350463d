// People: accounts with their roles and secrets. A role, a name and the state of an account may
// change; every request is judged by the present state. The domain never has secrets. A token is
// known by the SHA-256 of its text, a password by its Argon2id hash, and the API computes both. A
// one-time setup link makes the first admin. An admin makes all others, with a password or with a
// one-time link to set one (password_links.hpp).
#pragma once

#include "domain/kernel/aggregate.hpp"
#include "domain/kernel/context.hpp"
#include "domain/kernel/event.hpp"
#include "domain/kernel/ids.hpp"
#include "domain/kernel/result.hpp"
#include "domain/kernel/sealed.hpp"
#include "domain/people/people_commands.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dibs::people {

// events
struct SetupOpened {
    static constexpr std::string_view type = "setup.opened.v1";
    static constexpr std::string_view description =
        "The one-time link for the first admin was made.";
    static constexpr Audience audience() { return Audience::admins; }
    [[nodiscard]] Subjects subjects() const { return about(); }
    Digest token;
    Instant expires;
};
struct SetupCompleted {
    static constexpr std::string_view type = "setup.completed.v1";
    static constexpr std::string_view description = "The first admin took over.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(person); }
    PersonId person;
};
struct PersonAdded {
    static constexpr std::string_view type = "person.added.v1";
    static constexpr std::string_view description = "Somebody was given an account.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id); }
    [[nodiscard]] KeyOwner key_owner() const { return id; }
    PersonId id;
    Personal<std::string> name;
    std::string unix_name;
    Role role = Role::user;
    PasswordHash password_hash;
};
struct PersonChanged {
    static constexpr std::string_view type = "person.changed.v1";
    static constexpr std::string_view description =
        "A person is called otherwise, or has another role: what was changed, as it is now.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(person); }
    [[nodiscard]] KeyOwner key_owner() const { return person; }
    PersonId person;
    std::optional<Personal<std::string>> name{};
    std::optional<std::string> unix_name{};
    std::optional<Role> role{};
    std::optional<std::string> unix_name_before{};
    std::optional<Role> role_before{};
};
struct MailChanged {
    static constexpr std::string_view type = "person.mail_changed.v1";
    static constexpr std::string_view description = "Where mail for a person goes was changed.";
    static constexpr Audience audience() { return Audience::concerned; }
    [[nodiscard]] Subjects subjects() const { return about(person); }
    [[nodiscard]] KeyOwner key_owner() const { return person; }
    PersonId person;
    std::optional<Personal<std::string>> mail{};  // none: the person has no mail address
};
struct PersonLinked {
    static constexpr std::string_view type = "person.linked.v1";
    static constexpr std::string_view description =
        "A person signs in with an identity provider from now on, as the one it knows them as.";
    static constexpr Audience audience() { return Audience::concerned; }
    [[nodiscard]] Subjects subjects() const { return about(person); }
    PersonId person;
    Link link;
};
struct PersonUnlinked {
    static constexpr std::string_view type = "person.unlinked.v1";
    static constexpr std::string_view description =
        "Whom identity providers know a person as was forgotten.";
    static constexpr Audience audience() { return Audience::concerned; }
    [[nodiscard]] Subjects subjects() const { return about(person); }
    PersonId person;
};
struct PersonDisabled {
    static constexpr std::string_view type = "person.disabled.v1";
    static constexpr std::string_view description =
        "An account may do nothing until it is enabled.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(person); }
    PersonId person;
};
struct PersonEnabled {
    static constexpr std::string_view type = "person.enabled.v1";
    static constexpr std::string_view description = "A disabled account may be used again.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(person); }
    PersonId person;
};
struct PersonRemoved {
    static constexpr std::string_view type = "person.removed.v1";
    static constexpr std::string_view description =
        "An account was removed for good; what they did stays on record.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(person); }
    [[nodiscard]] KeyOwner key_owner() const { return person; }
    PersonId person;
    std::string unix_name;  // free for another person
};
struct PersonErased {
    static constexpr std::string_view type = "person.erased.v1";
    static constexpr std::string_view description =
        "The key of a person who was removed is deleted: what it sealed can be read nowhere.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(person); }
    PersonId person;
    // The person's accounts on the hosts, as digests under the installation's key. Text that was
    // sealed for these accounts, while no person on Dibs had them, is erased too.
    std::vector<std::string> accounts{};
};
struct PasswordChanged {
    static constexpr std::string_view type = "person.password_changed.v1";
    static constexpr std::string_view description = "A person's password was changed.";
    static constexpr Audience audience() { return Audience::concerned; }
    [[nodiscard]] Subjects subjects() const { return about(person); }
    PersonId person;
    PasswordHash password_hash;
};
struct PasswordLinkMade {  // replaces an open link
    static constexpr std::string_view type = "person.password_link_made.v1";
    static constexpr std::string_view description =
        "A one-time link was made with which a person sets their own password.";
    static constexpr Audience audience() { return Audience::concerned; }
    [[nodiscard]] Subjects subjects() const { return about(person); }
    PersonId person;
    Digest token;
    Instant expires;
};
struct PasswordLinkUsed {
    static constexpr std::string_view type = "person.password_link_used.v1";
    static constexpr std::string_view description =
        "A person set their own password with a one-time link, which is void from then on.";
    static constexpr Audience audience() { return Audience::concerned; }
    [[nodiscard]] Subjects subjects() const { return about(person); }
    PersonId person;
    PasswordHash password_hash;
};
struct SecondFactorSet {
    static constexpr std::string_view type = "person.second_factor_set.v1";
    static constexpr std::string_view description =
        "A person's password alone opens their account no longer: a code is asked for too.";
    static constexpr Audience audience() { return Audience::concerned; }
    [[nodiscard]] Subjects subjects() const { return about(person); }
    PersonId person;
    std::string seed;  // not secret: the codes derive from it and the installation's key
    std::int64_t step = 0;
};
struct SecondFactorRemoved {
    static constexpr std::string_view type = "person.second_factor_removed.v1";
    static constexpr std::string_view description =
        "A person's password opens their account without a code.";
    static constexpr Audience audience() { return Audience::concerned; }
    [[nodiscard]] Subjects subjects() const { return about(person); }
    PersonId person;
};
struct RecoveryUsed {
    static constexpr std::string_view type = "person.recovery_used.v1";
    static constexpr std::string_view description =
        "A person signed in with a recovery code, which opens nothing any more.";
    static constexpr Audience audience() { return Audience::concerned; }
    [[nodiscard]] Subjects subjects() const { return about(person); }
    PersonId person;
    std::int64_t recovery = 0;  // the number of the code
};
struct PreferencesChanged {
    static constexpr std::string_view type = "person.preferences_changed.v1";
    static constexpr std::string_view description =
        "A person chose how to see things: all choices.";
    static constexpr Audience audience() { return Audience::concerned; }
    [[nodiscard]] Subjects subjects() const { return about(person); }
    PersonId person;
    Preferences preferences;  // all of them
};
// Marks the weekly report as due for a person, once per week, across restarts.
struct WeeklyReportDue {
    static constexpr std::string_view type = "person.weekly_report_due.v1";
    static constexpr std::string_view description =
        "A week is over of which a person wants the report by mail.";
    static constexpr Audience audience() { return Audience::concerned; }
    [[nodiscard]] Subjects subjects() const { return about(person); }
    PersonId person;
    std::string week;  // "2026-W47"
};
struct SessionStarted {
    static constexpr std::string_view type = "session.started.v1";
    static constexpr std::string_view description = "A person signed in.";
    static constexpr Audience audience() { return Audience::concerned; }
    [[nodiscard]] Subjects subjects() const { return about(id, person); }
    [[nodiscard]] KeyOwner key_owner() const { return person; }
    SessionId id;
    PersonId person;
    Digest token;
    Instant expires;
    std::optional<std::string> user_agent{};  // the User-Agent of the browser, shortened
    // The half minute of the second factor's code, which is now used up.
    std::optional<std::int64_t> step{};
};
struct SessionCreatedFromToken {  // for the holder of the token
    static constexpr std::string_view type = "session.lent.v1";
    static constexpr std::string_view description =
        "A token was turned into a session of its person.";
    static constexpr Audience audience() { return Audience::concerned; }
    [[nodiscard]] Subjects subjects() const { return about(id, person, by); }
    [[nodiscard]] KeyOwner key_owner() const { return person; }
    SessionId id;
    PersonId person;
    TokenId by;
    Scopes scopes;
    Digest token;
    Instant expires;
    std::optional<std::string> user_agent{};
};
struct SessionEnded {
    static constexpr std::string_view type = "session.ended.v1";
    static constexpr std::string_view description = "A session ended.";
    static constexpr Audience audience() { return Audience::concerned; }
    [[nodiscard]] Subjects subjects() const { return about(id, person); }
    SessionId id;
    PersonId person;
};
struct TokenIssued {
    static constexpr std::string_view type = "token.issued.v1";
    static constexpr std::string_view description = "A person made a token.";
    static constexpr Audience audience() { return Audience::concerned; }
    [[nodiscard]] Subjects subjects() const { return about(id, person); }
    [[nodiscard]] KeyOwner key_owner() const { return person; }
    TokenId id;
    PersonId person;
    Personal<std::string> label;
    Scopes scopes;
    Digest token;
    std::optional<Instant> expires{};
};
struct TokenRevoked {
    static constexpr std::string_view type = "token.revoked.v1";
    static constexpr std::string_view description = "A token was revoked.";
    static constexpr Audience audience() { return Audience::concerned; }
    [[nodiscard]] Subjects subjects() const { return about(id, person); }
    TokenId id;
    PersonId person;
};
using Event =
    EventOf<SetupOpened, SetupCompleted, PersonAdded, PersonChanged, MailChanged, PersonLinked,
            PersonUnlinked, PersonDisabled, PersonEnabled, PersonRemoved, PersonErased,
            PasswordChanged, PasswordLinkMade, PasswordLinkUsed, SecondFactorSet,
            SecondFactorRemoved, RecoveryUsed, PreferencesChanged, WeeklyReportDue, SessionStarted,
            SessionCreatedFromToken, SessionEnded, TokenIssued, TokenRevoked>;

struct Person {
    static constexpr std::string_view row = "person";
    [[nodiscard]] KeyOwner key_owner() const { return id; }
    PersonId id;
    std::string unix_name;
    Role role = Role::user;
    Preferences preferences{};
    bool disabled = false;
    std::optional<std::string> week_told{};  // the last week with a due report
};
struct Linked {
    static constexpr std::string_view row = "link";
    PersonId person;
    Link link;
};
struct PasswordLink {
    static constexpr std::string_view row = "password_link";
    PersonId person;
    Digest token;
    Instant expires;
};
struct SecondFactor {
    static constexpr std::string_view row = "second_factor";
    PersonId person;
    std::int64_t last_step = 0;  // codes up to this one are used up
    std::vector<std::int64_t> recovery_used{};
};
struct Gone {  // removed
    static constexpr std::string_view row = "gone";
    PersonId person;
    bool erased = false;
};
struct Session {
    static constexpr std::string_view row = "session";
    SessionId id;
    PersonId person;
    Instant expires;
    std::optional<TokenId> by{};
};
struct Token {
    static constexpr std::string_view row = "token";
    TokenId id;
    PersonId person;
    Scopes scopes;
    std::optional<Instant> expires{};
};

struct Setup {
    static constexpr std::string_view row = "setup";
    std::optional<SetupOpened> opened{};
    bool completed = false;
};

// Only the members that decisions need; names and secrets are read from the projection.
struct State {
    std::map<PersonId, Person> people;
    std::map<std::string, PersonId, std::less<>> by_unix_name;  // by account_key()
    std::map<PersonId, Gone> gone;
    std::map<Link, PersonId> links;
    std::map<PersonId, PasswordLink> password_links;  // links that are neither used nor void
    std::map<PersonId, SecondFactor> second_factors;
    std::map<SessionId, Session> sessions;
    std::set<std::pair<Instant, SessionId>> by_expiry;
    std::map<TokenId, Token> tokens;
    Setup setup;
};

struct Aggregate {
    static constexpr std::string_view name = "people";
    using State = people::State;
    using Command = people::Command;
    using Event = people::Event;
    struct Part {
        State people;
    };
    static State& of(Part& part) { return part.people; }
    static const State& of(const Part& part) { return part.people; }

    using Rows = List<Setup, Person, Gone, Linked, PasswordLink, SecondFactor, Session, Token>;
    template <class Visit>
    static void each_row(const State& state, Visit&& visit) {
        visit(state.setup);
        for (const auto& [id, person] : state.people) visit(person);
        for (const auto& [id, gone] : state.gone) visit(gone);
        for (const auto& [link, person] : state.links) visit(Linked{person, link});
        for (const auto& [person, link] : state.password_links) visit(link);
        for (const auto& [id, factor] : state.second_factors) visit(factor);
        for (const auto& [id, session] : state.sessions) visit(session);
        for (const auto& [id, token] : state.tokens) visit(token);
    }

    using DueAfter = List<Aggregate>;  // expired sessions end
    static std::vector<Event> due(const World& world, const Context& context);
    static std::optional<Instant> next_due(const World& world, Instant now);
};

[[nodiscard]] const Person* find(const State& state, PersonId id);
[[nodiscard]] bool is_admin(const State& state, const Context& context);
// The context with at most the scopes that the actor's role allows now. Refuses a disabled account.
[[nodiscard]] Result<Context> as_allowed(const State& state, const Context& context);
// The person of an account on a GPU host. Nothing if no person on Dibs has that name.
[[nodiscard]] std::optional<PersonId> by_unix_name(const State& state, std::string_view name);

[[nodiscard]] State evolve(State state, const Event& event);
void restore(State& state, Setup row);
void restore(State& state, Person row);
void restore(State& state, Gone row);
void restore(State& state, Linked row);
void restore(State& state, PasswordLink row);
void restore(State& state, SecondFactor row);
void restore(State& state, Session row);
void restore(State& state, Token row);
[[nodiscard]] Result<std::vector<Event>> decide(const World& world, const Command& command,
                                                const Context& context);

}  // namespace dibs::people
