// Describes the JSON form of a value in JSON Schema (draft 2020-12), from its Fields. This is the
// third use of that list, besides reading and writing. The schema is as strict as the reader: it
// allows no unlisted member. An object has one line for each member, everything else is one line.
// Uses only keywords that drafts 7 and 2020-12 share.
#pragma once

#include "domain/codec/json_reader.hpp"
#include "domain/codec/json_writer.hpp"
#include "domain/codec/seal.hpp"
#include "domain/kernel/fields.hpp"

#include <array>
#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace dibs {

template <class T>
inline constexpr bool is_vector = false;
template <class T>
inline constexpr bool is_vector<std::vector<T>> = true;
template <class T>
inline constexpr bool is_id = false;
template <IdPrefix Prefix>
inline constexpr bool is_id<Id<Prefix>> = true;

// Calls visit with the name and, as template argument, the type of each member of T.
template <Described T, class Visit>
void for_each_member(Visit&& visit) {
    const auto one = [&]<class M>(const Field<T, M>& f) { visit.template operator()<M>(f.name); };
    Fields<T>::list([&](const auto&... f) { (one(f), ...); });
}

// A pattern for ids with this prefix, or one of several: "res", "(per|ses)".
[[nodiscard]] inline std::string id_schema(std::string_view prefix) {
    return R"({"type": "string", "pattern": "^)" + std::string(prefix) +
           R"(_[0-7][0-9A-HJKMNP-TV-Z]{25}$"})";
}

[[nodiscard]] inline std::string any_id_schema() {
    std::string prefixes;
    for (const auto kind : Ref::kinds) (prefixes += prefixes.empty() ? "" : "|") += kind;
    return id_schema('(' + prefixes + ')');
}

[[nodiscard]] inline std::string names_schema(const std::string& names) {
    return R"({"type": "string", "enum": )" + names + "}";
}

template <NamedEnum E>
[[nodiscard]] std::string enum_schema() {
    std::vector<std::string> names;
    for (const auto& [value, name] : Names<E>::list) names.emplace_back(name);
    return names_schema(to_json(names));
}

inline constexpr std::string_view instant_schema =
    R"({"type": "string", "format": "date-time", "pattern": )"
    R"("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z$"})";
inline constexpr std::string_view time_of_day_schema =
    R"({"type": "string", "pattern": "^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$"})";
// Describes both forms: in the log, and for readers of Dibs.
inline constexpr std::string_view personal_schema =
    R"({"type": "string", "x-sealed": "personal", "description": )"
    R"("In the log base64url, sealed under its person's key. Elsewhere the text itself, )"
    R"(empty once that key was deleted."})";
inline constexpr std::string_view sealed_text_schema =
    R"({"type": "string", "x-sealed": "personal", "description": )"
    R"("In the log ~ and base64url, sealed under its person's key; in clear where that is nobody )"
    R"(on Dibs, and as older versions wrote it. Elsewhere the text itself, and once that key was )"
    R"(deleted a pseudonym, or empty."})";
inline constexpr std::string_view secret_schema =
    R"({"type": "string", "x-sealed": "secret", "description": )"
    R"("In the log base64url, sealed under the installation's key. Elsewhere empty."})";

// The members of an object's schema, one line each, without its braces.
template <Described T>
void write_object_schema(std::string& out, std::size_t indent);

// `indent` is that of the line on which the schema begins.
template <class T>
void write_schema(std::string& out, std::size_t indent) {
    if constexpr (std::same_as<T, bool>) {
        out += R"({"type": "boolean"})";
    } else if constexpr (std::same_as<T, std::string>) {
        out += R"({"type": "string"})";
    } else if constexpr (std::same_as<T, std::int64_t>) {
        out += R"({"type": "integer", "format": "int64"})";
    } else if constexpr (std::same_as<T, Instant>) {
        out += instant_schema;
    } else if constexpr (std::same_as<T, TimeOfDay>) {
        out += time_of_day_schema;
    } else if constexpr (std::same_as<T, Scopes>) {
        (out += R"({"type": "array", "items": )") += names_schema(to_json(Scopes::all())) + "}";
    } else if constexpr (std::same_as<T, Ref>) {
        out += any_id_schema();
    } else if constexpr (is_id<T>) {
        out += id_schema(T::prefix());
    } else if constexpr (NamedEnum<T>) {
        out += enum_schema<T>();
    } else if constexpr (is_personal<T>) {
        out += personal_schema;
    } else if constexpr (is_secret<T>) {
        out += secret_schema;
    } else if constexpr (is_optional<T>) {
        write_schema<typename T::value_type>(out, indent);
    } else if constexpr (is_vector<T>) {
        out += R"({"type": "array", "items": )";
        write_schema<typename T::value_type>(out, indent);
        out += '}';
    } else {
        out += "{\n";
        write_object_schema<T>(out, indent + 2);
        out.append("\n").append(indent, ' ').append("}");
    }
}

// A member in its object's schema, without its type.
struct MemberSchema {
    std::string_view name;
    bool required;
    void (*write)(std::string& out, std::size_t indent);
};
template <class T, class F>
MemberSchema member_schema(const F& field) {
    using M = std::remove_cvref_t<decltype(std::declval<T&>().*field.member)>;
    if constexpr (is_sealed_field<F>) {
        return {field.name, !is_optional<M>,
                [](std::string& out, std::size_t) { out += sealed_text_schema; }};
    } else {
        return {field.name, !is_optional<M>, &write_schema<M>};
    }
}
void write_members_schema(std::string& out, std::span<const MemberSchema> members,
                          std::size_t indent);

template <Described T>
void write_object_schema(std::string& out, std::size_t indent) {
    Fields<T>::list([&](const auto&... fields) {
        const std::array<MemberSchema, sizeof...(fields)> members = {member_schema<T>(fields)...};
        write_members_schema(out, members, indent);
    });
}

}  // namespace dibs
