// What clients send about people, and what they get of a session.
#pragma once

#include "domain/codec/aggregate_fields.hpp"
#include "domain/people.hpp"
#include "projections/people/people_views.hpp"

#include <optional>
#include <string>

namespace dibs::routes {

struct PersonNew {
    std::optional<PersonId> id{};
    std::string name;
    std::string unix_name;
    std::optional<people::Role> role{};
    std::string password;
};
struct PersonPatch {  // an empty mail takes it back
    std::optional<Personal<std::string>> name{};
    std::optional<Personal<std::string>> mail{};
    std::optional<std::string> unix_name{};
    std::optional<people::Role> role{};
};
struct PasswordBody {
    std::string password;
    std::optional<std::string> current_password{};
};
struct Credentials {  // a name and a password, with a code where one is asked for; or a token
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
};

}  // namespace dibs::routes

namespace dibs {

template <>
struct Fields<routes::PersonNew> {
    using T = routes::PersonNew;
    static constexpr auto list =
        std::tuple(field("id", &T::id), field("name", &T::name), field("unix_name", &T::unix_name),
                   field("role", &T::role), field("password", &T::password));
};
template <>
struct Fields<routes::PersonPatch> {
    using T = routes::PersonPatch;
    static constexpr auto list =
        std::tuple(field("name", &T::name), field("mail", &T::mail),
                   field("unix_name", &T::unix_name), field("role", &T::role));
};
template <>
struct Fields<routes::PasswordBody> {
    using T = routes::PasswordBody;
    static constexpr auto list = std::tuple(field("password", &T::password),
                                            field("current_password", &T::current_password));
};
template <>
struct Fields<routes::Credentials> {
    using T = routes::Credentials;
    static constexpr auto list =
        std::tuple(field("name", &T::name), field("password", &T::password),
                   field("token", &T::token), field("code", &T::code));
};
template <>
struct Fields<routes::SetupBody> {
    using T = routes::SetupBody;
    static constexpr auto list =
        std::tuple(field("token", &T::token), field("name", &T::name),
                   field("unix_name", &T::unix_name), field("password", &T::password));
};
template <>
struct Fields<routes::SetupState> {
    static constexpr auto list = std::tuple(field("open", &routes::SetupState::open));
};
template <>
struct Fields<routes::SessionView> {
    using T = routes::SessionView;
    static constexpr auto list =
        std::tuple(field("person", &T::person), field("via", &T::via), field("token_id", &T::token),
                   field("scopes", &T::scopes), field("expires_at", &T::expires_at),
                   field("preferences", &T::preferences));
};

}  // namespace dibs
