// The properties of people, and the commands about them. people.hpp has the events.
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

// The scopes of a session of that role; a token has at most these.
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

// The longest possible time between a reminder and the start or end of a booking.
inline constexpr std::int64_t longest_notice_min = 24 * 60;

// A person's settings for display and mail. An absent member follows the browser, or has the
// default of the functions below.
struct Preferences {
    std::optional<std::string> zone{};  // of the tz database
    std::optional<Theme> theme{};
    std::optional<Language> language{};
    // Minutes between a reminder and the start or end of the person's booking; 0: no reminder.
    std::optional<std::int64_t> reminder_start_min{};
    std::optional<std::int64_t> reminder_end_min{};
    std::optional<bool> calendar_mails{};  // bookings as invitations, for a calendar
    std::optional<bool> mails{};  // false: none of these mails, and none about actions of others
    std::optional<bool> weekly_report{};  // on Mondays: the report of the past week
    std::optional<bool> budget_mails{};   // when a budget of the person is nearly spent

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
using PasswordHash = Secret<std::string>;  // Argon2id; empty: no password is valid for this account

// An external identity that signs in without a password of Dibs.
struct Link {
    std::string provider;  // an issuer of OpenID Connect, or the address of a directory
    // The provider's id for the person, as a digest under the installation's key.
    std::string subject;
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
    GrantId grant;  // the grant "everyone may use everything" that the first start offers
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
// Signs in a person with a verified external identity: as the linked person, the person of that
// UNIX name, or a new person.
struct Admit {
    static constexpr std::string_view type = "person.admit";
    PersonId id;  // for a new person
    Link link;
    Personal<std::string> name;
    std::optional<Personal<std::string>> mail{};
    std::string unix_name;
    bool create = false;  // true: a new person gets an account
    // The provider's answer; none: the provider does not decide on admins.
    std::optional<bool> admin{};
};
struct Unlink {  // the next identity of that provider with the same UNIX name is linked instead
    static constexpr std::string_view type = "person.unlink";
    PersonId person;
};
// Changes only the members that are present; people change their own name and mail, admins the
// rest.
struct ChangePerson {
    static constexpr std::string_view type = "person.change";
    PersonId person;
    std::optional<Personal<std::string>> name{};
    std::optional<Personal<std::string>> mail{};  // empty: removes it
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
struct ErasePerson {  // also removes the account if it still exists
    static constexpr std::string_view type = "person.erase";
    PersonId person;
    std::vector<std::string> accounts{};  // the person's accounts on the hosts, as keyed digests
};
struct ChangePassword {
    static constexpr std::string_view type = "person.change_password";
    PersonId person;
    PasswordHash password_hash;
};
// An authenticator (RFC 6238). Its codes and the recovery codes derive from the seed and a key of
// this installation.
struct SetSecondFactor {
    static constexpr std::string_view type = "person.set_second_factor";
    PersonId person;
    std::string seed;
    std::int64_t step = 0;  // of the code that proved possession of the authenticator
};
struct RemoveSecondFactor {
    static constexpr std::string_view type = "person.remove_second_factor";
    PersonId person;
};
// The second factor of a sign-in. Exactly one of the two is set.
struct SecondProof {
    std::optional<std::int64_t> step{};      // the half minute of the code
    std::optional<std::int64_t> recovery{};  // the number of the recovery code
};
struct SignIn {
    static constexpr std::string_view type = "session.sign_in";
    SessionId id;
    PersonId person;
    Digest token;
    Instant expires;
    std::optional<std::string> user_agent{};  // as the client sent it
    bool by_password = false;  // true: a second factor is required if the person has one
    std::optional<SecondProof> second{};
};
struct SignInByToken {  // the session has the scopes of the token and ends with it
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
// A link to set one's own password: valid once, and for a short time.
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
struct ChangePreferences {  // a present but empty member restores the default
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
struct ReportWeekOver {  // by Dibs, when Monday morning begins for the person
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
