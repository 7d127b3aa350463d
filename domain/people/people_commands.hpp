// What people are, and what may be asked about them. The facts that come of it: people.hpp.
#pragma once

#include "domain/kernel/command.hpp"
#include "domain/kernel/context.hpp"
#include "domain/kernel/ids.hpp"
#include "domain/kernel/sealed.hpp"
#include "domain/kernel/time.hpp"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::people {

enum class Role { user, admin, observer };
enum class Theme { light, dark, system };
enum class Language { en, pl };

// What a session of such a person may; a token at most as much.
[[nodiscard]] inline Scopes scopes_of(Role role) {
    switch (role) {
        case Role::admin:
            return Scopes::all();
        case Role::user:
            return {Scope::scrape, Scope::read, Scope::book};
        case Role::observer:
            break;
    }
    return {Scope::scrape, Scope::read};
}

// So long before a booking begins or ends one may want to be reminded of it.
inline constexpr std::int64_t longest_notice_min = 24 * 60;

// How somebody wants to see things, and of what they want mail; what is absent follows their
// browser, or is as the functions say.
struct Preferences {
    std::optional<std::string> zone{};  // of the tz database
    std::optional<Theme> theme{};
    std::optional<Language> language{};
    // So long before a booking of theirs begins or ends they are reminded; 0: not at all.
    std::optional<std::int64_t> reminder_start_min{};
    std::optional<std::int64_t> reminder_end_min{};
    std::optional<bool> calendar_mails{};  // bookings as invitations, for a calendar
    std::optional<bool> mails{};           // false: none of these, nor what others did
    std::optional<bool> weekly_report{};   // on Mondays: what the week that ended came to
    std::optional<bool> budget_mails{};    // that a budget of theirs is nearly spent

    [[nodiscard]] Duration notice_of_start() const {
        return std::chrono::minutes{reminder_start_min.value_or(0)};
    }
    [[nodiscard]] Duration notice_of_end() const {
        constexpr std::int64_t usual = 30;
        return std::chrono::minutes{reminder_end_min.value_or(usual)};
    }
    [[nodiscard]] bool wants_mails() const { return mails.value_or(true); }
    [[nodiscard]] bool wants_calendar_mails() const {
        return wants_mails() && calendar_mails.value_or(false);
    }
    [[nodiscard]] bool wants_weekly_report() const {
        return wants_mails() && weekly_report.value_or(false);
    }
    [[nodiscard]] bool wants_budget_mails() const {
        return wants_mails() && budget_mails.value_or(true);
    }
    friend bool operator==(const Preferences&, const Preferences&) = default;
};

using Digest = Secret<std::string>;        // SHA-256, 64 hex digits
using PasswordHash = Secret<std::string>;  // Argon2id; empty: no password opens this account

// As whom somebody is known where they prove who they are, in place of a password of ours.
struct Link {
    std::string provider;  // an issuer of OpenID Connect, or the address of a directory
    std::string subject;   // its name for the person, as a digest under the installation's key
    friend auto operator<=>(const Link&, const Link&) = default;
};

// commands
struct OpenSetup {
    static constexpr std::string_view type = "setup.open";
    Digest token;
    Instant expires;
};
struct CompleteSetup {
    static constexpr std::string_view type = "setup.complete";
    Digest token;
    PersonId person;
    GrantId grant;  // of the "everyone may use everything" the first start offers
    Personal<std::string> name;
    std::string unix_name;
    PasswordHash password_hash;
};
struct AddPerson {
    static constexpr std::string_view type = "person.add";
    PersonId id;
    Personal<std::string> name;
    std::string unix_name;
    Role role = Role::user;
    PasswordHash password_hash;
};
// Who proved elsewhere who they are is let in: as whom they were before, or as the person of that
// UNIX name, or as somebody new.
struct Admit {
    static constexpr std::string_view type = "person.admit";
    PersonId id;  // of somebody new
    Link link;
    Personal<std::string> name;
    std::optional<Personal<std::string>> mail{};
    std::string unix_name;
    bool create = false;          // somebody new gets an account
    std::optional<bool> admin{};  // what the provider says; none: it is not asked
};
struct Unlink {  // the next who comes from there under their UNIX name is they
    static constexpr std::string_view type = "person.unlink";
    PersonId person;
};
struct ChangePerson {  // what is named; their own name and mail by everybody, the rest by admins
    static constexpr std::string_view type = "person.change";
    PersonId person;
    std::optional<Personal<std::string>> name{};
    std::optional<Personal<std::string>> mail{};  // empty: none
    std::optional<std::string> unix_name{};
    std::optional<Role> role{};
};
struct DisablePerson {
    static constexpr std::string_view type = "person.disable";
    PersonId person;
};
struct EnablePerson {
    static constexpr std::string_view type = "person.enable";
    PersonId person;
};
struct RemovePerson {
    static constexpr std::string_view type = "person.remove";
    PersonId person;
};
struct ErasePerson {  // who is there still is removed with it
    static constexpr std::string_view type = "person.erase";
    PersonId person;
    std::vector<std::string> accounts{};  // of theirs on the hosts, as keyed digests
};
struct ChangePassword {
    static constexpr std::string_view type = "person.change_password";
    PersonId person;
    PasswordHash password_hash;
};
// With an authenticator (RFC 6238): what it shows follows from the seed and a key of this
// installation, as do the recovery codes.
struct SetSecondFactor {
    static constexpr std::string_view type = "person.set_second_factor";
    PersonId person;
    std::string seed;
    std::int64_t step = 0;  // of the code by which they showed that they have it
};
struct RemoveSecondFactor {
    static constexpr std::string_view type = "person.remove_second_factor";
    PersonId person;
};
// How a password was answered for a second time. One of the two.
struct SecondProof {
    std::optional<std::int64_t> step{};      // of the code's half minute
    std::optional<std::int64_t> recovery{};  // which of the recovery codes
};
struct SignIn {
    static constexpr std::string_view type = "session.sign_in";
    SessionId id;
    PersonId person;
    Digest token;
    Instant expires;
    std::optional<std::string> user_agent{};  // as whoever signs in wrote it
    bool by_password = false;                 // then who has a second factor needs it
    std::optional<SecondProof> second{};
};
struct SignInByToken {  // a session that may do what the token may, and ends with it
    static constexpr std::string_view type = "session.sign_in_by_token";
    SessionId id;
    TokenId by;
    Digest token;  // of the session's own secret
    Instant expires;
    std::optional<std::string> user_agent{};
};
struct SignOut {
    static constexpr std::string_view type = "session.sign_out";
    SessionId id;
};
struct SignOutEverywhere {
    static constexpr std::string_view type = "session.sign_out_everywhere";
    PersonId person;
};
// A link with which somebody sets their own password: once, and not for long.
struct MakePasswordLink {
    static constexpr std::string_view type = "person.make_password_link";
    PersonId person;
    Digest token;
};
struct UsePasswordLink {
    static constexpr std::string_view type = "person.use_password_link";
    PersonId person;
    Digest token;
    PasswordHash password_hash;
};
struct ChangePreferences {  // a member that is given but empty takes the choice back
    static constexpr std::string_view type = "person.prefer";
    PersonId person;
    std::optional<std::optional<std::string>> zone{};
    std::optional<std::optional<Theme>> theme{};
    std::optional<std::optional<Language>> language{};
    std::optional<std::optional<std::int64_t>> reminder_start_min{};
    std::optional<std::optional<std::int64_t>> reminder_end_min{};
    std::optional<std::optional<bool>> calendar_mails{};
    std::optional<std::optional<bool>> mails{};
    std::optional<std::optional<bool>> weekly_report{};
    std::optional<std::optional<bool>> budget_mails{};
};
struct ReportWeekOver {  // by Dibs, where it is Monday morning for them
    static constexpr std::string_view type = "person.call_week_over";
    PersonId person;
    std::string week;  // "2026-W47"
};
struct IssueToken {
    static constexpr std::string_view type = "token.issue";
    TokenId id;
    Personal<std::string> label;
    Scopes scopes;
    Digest token;
    std::optional<Instant> expires{};
};
struct RevokeToken {
    static constexpr std::string_view type = "token.revoke";
    TokenId id;
};
using Command = CommandOf<OpenSetup, CompleteSetup, AddPerson, Admit, Unlink, ChangePerson,
                          DisablePerson, EnablePerson, RemovePerson, ErasePerson, ChangePassword,
                          MakePasswordLink, UsePasswordLink, SetSecondFactor, RemoveSecondFactor,
                          ChangePreferences, ReportWeekOver, SignIn, SignInByToken, SignOut,
                          SignOutEverywhere, IssueToken, RevokeToken>;

}  // namespace dibs::people
