// Request bodies for people, and the views of a session.
#pragma once

#include "domain/codec/aggregate_fields.hpp"
#include "domain/people/people.hpp"
#include "projections/people/people_views.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dibs::routes {

struct PersonNew {
    std::optional<PersonId> id{};
    std::string name;
    std::string unix_name;
    std::optional<people::Role> role{};
    std::optional<std::string> password{};
};
struct PersonPatch {  // an empty mail removes it
    std::optional<Personal<std::string>> name{};
    std::optional<Personal<std::string>> mail{};
    std::optional<std::string> unix_name{};
    std::optional<people::Role> role{};
};
struct EraseBody {
    std::string unix_name;  // confirms the person, to prevent erasing another by mistake
};
enum class ErasureState { pending, done };
enum class ErasedText { name, mail, titles, labels, command_lines, browsers, unix_name };
// Places of erased data that Dibs cannot change.
enum class LeftText {
    old_facts,
    hours_of_use,
    words_of_others,
    addresses,
    backups,
    programs,
    hosts,
    request_keys
};
struct ErasureView {
    PersonId person;
    std::string pseudonym;
    ErasureState state{};
    std::vector<ErasedText> erased;
    std::vector<LeftText> left;
};
struct PasswordBody {
    std::string password;
    std::optional<std::string> current_password{};
};
struct Credentials {  // a name and a password, with a code if required; or a token
    std::optional<std::string> name{};
    std::optional<std::string> password{};
    std::optional<std::string> token{};
    std::optional<std::string> code{};
};
struct SetupBody {
    std::string token;
    std::string name;
    std::string unix_name;
    std::string password;
};
struct SetupState {
    bool open = true;
};
struct SessionView {
    views::Person person;
    std::string via;  // "cookie", "token"
    std::optional<TokenId> token{};
    Scopes scopes;
    std::optional<Instant> expires_at{};
    people::Preferences preferences{};
    bool sends_mail = false;  // the site sends mail
};

}  // namespace dibs::routes

namespace dibs {

template <>
struct Fields<routes::PersonNew> {
    using T = routes::PersonNew;
    static constexpr auto list =
        field_list(field("id", &T::id), field("name", &T::name), field("unix_name", &T::unix_name),
                   field("role", &T::role), field("password", &T::password));
};
template <>
struct Fields<routes::PersonPatch> {
    using T = routes::PersonPatch;
    static constexpr auto list =
        field_list(field("name", &T::name), field("mail", &T::mail),
                   field("unix_name", &T::unix_name), field("role", &T::role));
};
template <>
struct Fields<routes::EraseBody> {
    static constexpr auto list = field_list(field("unix_name", &routes::EraseBody::unix_name));
};
template <>
struct Names<routes::ErasureState> {
    using E = routes::ErasureState;
    static constexpr std::array list = {named(E::pending, "pending"), named(E::done, "done")};
};
template <>
struct Names<routes::ErasedText> {
    using E = routes::ErasedText;
    static constexpr std::array list = {named(E::name, "name"),
                                        named(E::mail, "mail"),
                                        named(E::titles, "titles"),
                                        named(E::labels, "labels"),
                                        named(E::command_lines, "command-lines"),
                                        named(E::browsers, "browsers"),
                                        named(E::unix_name, "unix-name")};
};
template <>
struct Names<routes::LeftText> {
    using E = routes::LeftText;
    static constexpr std::array list = {named(E::old_facts, "old-facts"),
                                        named(E::hours_of_use, "hours-of-use"),
                                        named(E::words_of_others, "words-of-others"),
                                        named(E::addresses, "addresses"),
                                        named(E::backups, "backups"),
                                        named(E::programs, "programs"),
                                        named(E::hosts, "hosts"),
                                        named(E::request_keys, "request-keys")};
};
template <>
struct Fields<routes::ErasureView> {
    using T = routes::ErasureView;
    static constexpr auto list =
        field_list(field("person_id", &T::person), field("pseudonym", &T::pseudonym),
                   field("state", &T::state), field("erased", &T::erased), field("left", &T::left));
};
template <>
struct Fields<routes::PasswordBody> {
    using T = routes::PasswordBody;
    static constexpr auto list = field_list(field("password", &T::password),
                                            field("current_password", &T::current_password));
};
template <>
struct Fields<routes::Credentials> {
    using T = routes::Credentials;
    static constexpr auto list =
        field_list(field("name", &T::name), field("password", &T::password),
                   field("token", &T::token), field("code", &T::code));
};
template <>
struct Fields<routes::SetupBody> {
    using T = routes::SetupBody;
    static constexpr auto list =
        field_list(field("token", &T::token), field("name", &T::name),
                   field("unix_name", &T::unix_name), field("password", &T::password));
};
template <>
struct Fields<routes::SetupState> {
    static constexpr auto list = field_list(field("open", &routes::SetupState::open));
};
template <>
struct Fields<routes::SessionView> {
    using T = routes::SessionView;
    static constexpr auto list =
        field_list(field("person", &T::person), field("via", &T::via), field("token_id", &T::token),
                   field("scopes", &T::scopes), field("expires_at", &T::expires_at),
                   field("preferences", &T::preferences), field("sends_mail", &T::sends_mail));
};

}  // namespace dibs
