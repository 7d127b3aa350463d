// Writes values as JSON, from their Fields. An absent optional member is left out.
#pragma once

#include "domain/codec/fields.hpp"
#include "domain/codec/json_text.hpp"
#include "domain/context.hpp"
#include "domain/ids.hpp"
#include "domain/ref.hpp"
#include "domain/sealed.hpp"
#include "domain/time.hpp"

#include <charconv>
#include <concepts>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dibs {

inline void write_json(std::string& out, const std::string& text) {
    append_json_string(out, text);
}
inline void write_json(std::string& out, std::string_view text) {
    append_json_string(out, text);
}
inline void write_json(std::string& out, bool value) {
    out += value ? "true" : "false";
}

template <std::integral I>
    requires(!std::same_as<I, bool>)
void write_json(std::string& out, I value) {
    std::array<char, 24> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    out.append(text.data(), end);
}

inline void write_json(std::string& out, Instant t) {
    out += '"';
    append_text(out, t);
    out += '"';
}

inline void write_json(std::string& out, TimeOfDay t) {
    ((out += '"') += to_text(t)) += '"';
}

template <IdPrefix Prefix>
void write_json(std::string& out, const Id<Prefix>& id) {
    out += '"';
    append_text(out, id);
    out += '"';
}

template <NamedEnum E>
void write_json(std::string& out, E value) {
    append_json_string(out, name_of_value(value));
}

void write_json(std::string& out, Scopes scopes);

template <class T>
void write_json(std::string& out, const std::vector<T>& values);
template <class T>
void write_json(std::string& out, const std::map<std::string, T>& values);
template <Described T>
void write_json(std::string& out, const T& value);

template <class T>
void write_json(std::string& out, const Personal<T>& text) {
    write_json(out, text.value);
}

// Only in its sealed form: whatever else writes a secret writes nothing of it.
inline void write_json(std::string& out, const Secret<std::string>& secret) {
    append_json_string(out, secret.sealed ? std::string_view(secret.value) : std::string_view());
}

inline void write_json(std::string& out, const Ref& ref) {
    append_json_string(out, to_text(ref));
}

template <class T>
void write_json(std::string& out, const std::optional<T>& value) {
    if (value) {
        write_json(out, *value);
    } else {
        out += "null";
    }
}

template <class T>
void write_json(std::string& out, const std::vector<T>& values) {
    out += '[';
    bool first = true;
    for (const auto& value : values) {
        if (!std::exchange(first, false)) out += ',';
        write_json(out, value);
    }
    out += ']';
}

template <class T>
void write_json(std::string& out, const std::map<std::string, T>& values) {
    out += '{';
    bool first = true;
    for (const auto& [name, value] : values) {
        if (!std::exchange(first, false)) out += ',';
        append_json_string(out, name);
        out += ':';
        write_json(out, value);
    }
    out += '}';
}

template <class T>
[[nodiscard]] constexpr bool is_absent(const T&) {
    return false;
}
template <class T>
[[nodiscard]] constexpr bool is_absent(const std::optional<T>& value) {
    return !value.has_value();
}

// `,"name":`, or without the comma: at one go, because large answers consist of these.
inline void append_member_name(std::string& out, bool first, std::string_view name) {
    const auto start = out.size();
    out.append(name.size() + (first ? 3 : 4), ':');
    char* at = out.data() + start;
    if (!first) *at++ = ',';
    *at++ = '"';
    at = std::copy(name.begin(), name.end(), at);
    *at = '"';
}

template <Described T>
void write_json(std::string& out, const T& value) {
    out += '{';
    bool first = true;
    const auto write_field = [&](const auto& f) {
        const auto& member = value.*f.member;
        if (is_absent(member)) return;
        append_member_name(out, std::exchange(first, false), f.name);
        write_json(out, member);
    };
    Fields<T>::list([&](const auto&... fields) { (write_field(fields), ...); });
    out += '}';
}

template <class T>
[[nodiscard]] std::string to_json(const T& value) {
    std::string out;
    out.reserve(512);  // growing to it costs more than the text
    write_json(out, value);
    return out;
}

}  // namespace dibs
