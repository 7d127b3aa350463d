// The stored format of people: the names of all fields of their events and commands. They are on
// disks permanently. A change needs a new event type and a step in upcast.cpp.
#pragma once

#include "domain/kernel/fields.hpp"
#include "domain/people/people.hpp"

namespace dibs {

template <>
struct Names<people::Role> {
    static constexpr std::array list = {named(people::Role::user, "user"),
                                        named(people::Role::admin, "admin"),
                                        named(people::Role::observer, "observer")};
};
template <>
struct Names<people::Theme> {
    static constexpr std::array list = {named(people::Theme::light, "light"),
                                        named(people::Theme::dark, "dark"),
                                        named(people::Theme::system, "system")};
};
template <>
struct Names<people::Language> {
    static constexpr std::array list = {named(people::Language::en, "en"),
                                        named(people::Language::pl, "pl")};
};
template <>
struct Fields<people::Preferences> {
    using T = people::Preferences;
    static constexpr auto list = field_list(
        field("zone", &T::zone), field("theme", &T::theme), field("language", &T::language),
        field("reminder_start_min", &T::reminder_start_min),
        field("reminder_end_min", &T::reminder_end_min),
        field("calendar_mails", &T::calendar_mails), field("mails", &T::mails),
        field("weekly_report", &T::weekly_report), field("budget_mails", &T::budget_mails));
};
template <>
struct Fields<people::OpenSetup> {
    using T = people::OpenSetup;
    static constexpr auto list =
        field_list(field("token", &T::token), field("expires_at", &T::expires));
};
template <>
struct Fields<people::CompleteSetup> {
    using T = people::CompleteSetup;
    static constexpr auto list =
        field_list(field("token", &T::token), field("person_id", &T::person),
                   field("grant_id", &T::grant), field("name", &T::name),
                   field("unix_name", &T::unix_name), field("password_hash", &T::password_hash));
};
template <>
struct Fields<people::AddPerson> {
    using T = people::AddPerson;
    static constexpr auto list =
        field_list(field("id", &T::id), field("name", &T::name), field("unix_name", &T::unix_name),
                   field("role", &T::role), field("password_hash", &T::password_hash));
};
template <>
struct Fields<people::Link> {
    using T = people::Link;
    static constexpr auto list =
        field_list(field("provider", &T::provider), field("subject", &T::subject));
};
template <>
struct Fields<people::Admit> {
    using T = people::Admit;
    static constexpr auto list =
        field_list(field("id", &T::id), field("link", &T::link), field("name", &T::name),
                   field("mail", &T::mail), field("unix_name", &T::unix_name),
                   field("create", &T::create), field("admin", &T::admin));
};
template <>
struct Fields<people::Unlink> {
    static constexpr auto list = field_list(field("person_id", &people::Unlink::person));
};
template <>
struct Fields<people::ChangePerson> {
    using T = people::ChangePerson;
    static constexpr auto list =
        field_list(field("person_id", &T::person), field("name", &T::name), field("mail", &T::mail),
                   field("unix_name", &T::unix_name), field("role", &T::role));
};
template <>
struct Fields<people::DisablePerson> {
    static constexpr auto list = field_list(field("person_id", &people::DisablePerson::person));
};
template <>
struct Fields<people::EnablePerson> {
    static constexpr auto list = field_list(field("person_id", &people::EnablePerson::person));
};
template <>
struct Fields<people::RemovePerson> {
    static constexpr auto list = field_list(field("person_id", &people::RemovePerson::person));
};
template <>
struct Fields<people::ErasePerson> {
    using T = people::ErasePerson;
    static constexpr auto list =
        field_list(field("person_id", &T::person), field("accounts", &T::accounts));
};
template <>
struct Fields<people::ChangePassword> {
    using T = people::ChangePassword;
    static constexpr auto list =
        field_list(field("person_id", &T::person), field("password_hash", &T::password_hash));
};
template <>
struct Fields<people::MakePasswordLink> {
    using T = people::MakePasswordLink;
    static constexpr auto list =
        field_list(field("person_id", &T::person), field("token", &T::token));
};
template <>
struct Fields<people::UsePasswordLink> {
    using T = people::UsePasswordLink;
    static constexpr auto list =
        field_list(field("person_id", &T::person), field("token", &T::token),
                   field("password_hash", &T::password_hash));
};
template <>
struct Fields<people::SetSecondFactor> {
    using T = people::SetSecondFactor;
    static constexpr auto list = field_list(field("person_id", &T::person), field("seed", &T::seed),
                                            field("step", &T::step));
};
template <>
struct Fields<people::RemoveSecondFactor> {
    static constexpr auto list =
        field_list(field("person_id", &people::RemoveSecondFactor::person));
};
template <>
struct Fields<people::SecondProof> {
    using T = people::SecondProof;
    static constexpr auto list =
        field_list(field("step", &T::step), field("recovery", &T::recovery));
};
template <>
struct Fields<people::SignIn> {
    using T = people::SignIn;
    static constexpr auto list =
        field_list(field("id", &T::id), field("person_id", &T::person), field("token", &T::token),
                   field("expires_at", &T::expires), field("user_agent", &T::user_agent),
                   field("by_password", &T::by_password), field("second", &T::second));
};
template <>
struct Fields<people::SignInByToken> {
    using T = people::SignInByToken;
    static constexpr auto list =
        field_list(field("id", &T::id), field("token_id", &T::by), field("token", &T::token),
                   field("expires_at", &T::expires), field("user_agent", &T::user_agent));
};
template <>
struct Fields<people::SignOut> {
    using T = people::SignOut;
    static constexpr auto list = field_list(field("id", &T::id));
};
template <>
struct Fields<people::SignOutEverywhere> {
    using T = people::SignOutEverywhere;
    static constexpr auto list = field_list(field("person_id", &T::person));
};
template <>
struct Fields<people::ChangePreferences> {
    using T = people::ChangePreferences;
    static constexpr auto list = field_list(
        field("person_id", &T::person), field("zone", &T::zone), field("theme", &T::theme),
        field("language", &T::language), field("reminder_start_min", &T::reminder_start_min),
        field("reminder_end_min", &T::reminder_end_min),
        field("calendar_mails", &T::calendar_mails), field("mails", &T::mails),
        field("weekly_report", &T::weekly_report), field("budget_mails", &T::budget_mails));
};
template <>
struct Fields<people::ReportWeekOver> {
    using T = people::ReportWeekOver;
    static constexpr auto list =
        field_list(field("person_id", &T::person), field("week", &T::week));
};
template <>
struct Fields<people::IssueToken> {
    using T = people::IssueToken;
    static constexpr auto list =
        field_list(field("id", &T::id), field("label", &T::label), field("scopes", &T::scopes),
                   field("token", &T::token), field("expires_at", &T::expires));
};
template <>
struct Fields<people::RevokeToken> {
    using T = people::RevokeToken;
    static constexpr auto list = field_list(field("id", &T::id));
};
template <>
struct Fields<people::SetupOpened> {
    using T = people::SetupOpened;
    static constexpr auto list =
        field_list(field("token", &T::token), field("expires_at", &T::expires));
};
template <>
struct Fields<people::SetupCompleted> {
    using T = people::SetupCompleted;
    static constexpr auto list = field_list(field("person_id", &T::person));
};
template <>
struct Fields<people::PersonAdded> {
    using T = people::PersonAdded;
    static constexpr auto list = field_list(
        field("id", &T::id), field("name", &T::name), sealed_field("unix_name", &T::unix_name),
        field("role", &T::role), field("password_hash", &T::password_hash));
};
template <>
struct Fields<people::PersonChanged> {
    using T = people::PersonChanged;
    static constexpr auto list =
        field_list(field("person_id", &T::person), field("name", &T::name),
                   sealed_field("unix_name", &T::unix_name), field("role", &T::role),
                   sealed_field("unix_name_before", &T::unix_name_before),
                   field("role_before", &T::role_before));
};
template <>
struct Fields<people::MailChanged> {
    using T = people::MailChanged;
    static constexpr auto list =
        field_list(field("person_id", &T::person), field("mail", &T::mail));
};
template <>
struct Fields<people::PersonLinked> {
    using T = people::PersonLinked;
    static constexpr auto list =
        field_list(field("person_id", &T::person), field("link", &T::link));
};
template <>
struct Fields<people::PersonUnlinked> {
    static constexpr auto list = field_list(field("person_id", &people::PersonUnlinked::person));
};
template <>
struct Fields<people::PersonDisabled> {
    static constexpr auto list = field_list(field("person_id", &people::PersonDisabled::person));
};
template <>
struct Fields<people::PersonEnabled> {
    static constexpr auto list = field_list(field("person_id", &people::PersonEnabled::person));
};
template <>
struct Fields<people::PersonRemoved> {
    using T = people::PersonRemoved;
    static constexpr auto list =
        field_list(field("person_id", &T::person), sealed_field("unix_name", &T::unix_name));
};
template <>
struct Fields<people::PersonErased> {
    using T = people::PersonErased;
    static constexpr auto list =
        field_list(field("person_id", &T::person), field("accounts", &T::accounts));
};
template <>
struct Fields<people::PasswordChanged> {
    using T = people::PasswordChanged;
    static constexpr auto list =
        field_list(field("person_id", &T::person), field("password_hash", &T::password_hash));
};
template <>
struct Fields<people::PasswordLinkMade> {
    using T = people::PasswordLinkMade;
    static constexpr auto list =
        field_list(field("person_id", &T::person), field("token", &T::token),
                   field("expires_at", &T::expires));
};
template <>
struct Fields<people::PasswordLinkUsed> {
    using T = people::PasswordLinkUsed;
    static constexpr auto list =
        field_list(field("person_id", &T::person), field("password_hash", &T::password_hash));
};
template <>
struct Fields<people::SecondFactorSet> {
    using T = people::SecondFactorSet;
    static constexpr auto list = field_list(field("person_id", &T::person), field("seed", &T::seed),
                                            field("step", &T::step));
};
template <>
struct Fields<people::SecondFactorRemoved> {
    static constexpr auto list =
        field_list(field("person_id", &people::SecondFactorRemoved::person));
};
template <>
struct Fields<people::RecoveryUsed> {
    using T = people::RecoveryUsed;
    static constexpr auto list =
        field_list(field("person_id", &T::person), field("recovery", &T::recovery));
};
template <>
struct Fields<people::PreferencesChanged> {
    using T = people::PreferencesChanged;
    static constexpr auto list =
        field_list(field("person_id", &T::person), field("preferences", &T::preferences));
};
template <>
struct Fields<people::WeeklyReportDue> {
    using T = people::WeeklyReportDue;
    static constexpr auto list =
        field_list(field("person_id", &T::person), field("week", &T::week));
};
template <>
struct Fields<people::SessionStarted> {
    using T = people::SessionStarted;
    static constexpr auto list = field_list(
        field("id", &T::id), field("person_id", &T::person), field("token", &T::token),
        field("expires_at", &T::expires),
        sealed_field("user_agent", &T::user_agent, ErasedAs::nothing), field("step", &T::step));
};
template <>
struct Fields<people::SessionCreatedFromToken> {
    using T = people::SessionCreatedFromToken;
    static constexpr auto list = field_list(
        field("id", &T::id), field("person_id", &T::person), field("token_id", &T::by),
        field("scopes", &T::scopes), field("token", &T::token), field("expires_at", &T::expires),
        sealed_field("user_agent", &T::user_agent, ErasedAs::nothing));
};
template <>
struct Fields<people::SessionEnded> {
    using T = people::SessionEnded;
    static constexpr auto list = field_list(field("id", &T::id), field("person_id", &T::person));
};
template <>
struct Fields<people::TokenIssued> {
    using T = people::TokenIssued;
    static constexpr auto list = field_list(
        field("id", &T::id), field("person_id", &T::person), field("label", &T::label),
        field("scopes", &T::scopes), field("token", &T::token), field("expires_at", &T::expires));
};
template <>
struct Fields<people::TokenRevoked> {
    using T = people::TokenRevoked;
    static constexpr auto list = field_list(field("id", &T::id), field("person_id", &T::person));
};

// --- rows of a snapshot

template <>
struct Fields<people::Setup> {
    using T = people::Setup;
    static constexpr auto list =
        field_list(field("opened", &T::opened), field("completed", &T::completed));
};
template <>
struct Fields<people::Person> {
    using T = people::Person;
    static constexpr auto list =
        field_list(field("id", &T::id), sealed_field("unix_name", &T::unix_name),
                   field("role", &T::role), field("preferences", &T::preferences),
                   field("disabled", &T::disabled), field("week_told", &T::week_told));
};
template <>
struct Fields<people::Gone> {
    using T = people::Gone;
    static constexpr auto list =
        field_list(field("person_id", &T::person), field("erased", &T::erased));
};
template <>
struct Fields<people::Linked> {
    using T = people::Linked;
    static constexpr auto list =
        field_list(field("person_id", &T::person), field("link", &T::link));
};
template <>
struct Fields<people::PasswordLink> {
    using T = people::PasswordLink;
    static constexpr auto list =
        field_list(field("person_id", &T::person), field("token", &T::token),
                   field("expires_at", &T::expires));
};
template <>
struct Fields<people::SecondFactor> {
    using T = people::SecondFactor;
    static constexpr auto list =
        field_list(field("person_id", &T::person), field("last_step", &T::last_step),
                   field("recovery_used", &T::recovery_used));
};
template <>
struct Fields<people::Session> {
    using T = people::Session;
    static constexpr auto list =
        field_list(field("id", &T::id), field("person_id", &T::person),
                   field("expires_at", &T::expires), field("token_id", &T::by));
};
template <>
struct Fields<people::Token> {
    using T = people::Token;
    static constexpr auto list =
        field_list(field("id", &T::id), field("person_id", &T::person), field("scopes", &T::scopes),
                   field("expires_at", &T::expires));
};

}  // namespace dibs
