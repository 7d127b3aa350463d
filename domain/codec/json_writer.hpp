// Writes values as JSON by their Fields. Omits absent optional members.
#pragma once

#include "domain/codec/json_text.hpp"
#include "domain/kernel/context.hpp"
#include "domain/kernel/fields.hpp"
#include "domain/kernel/ids.hpp"
#include "domain/kernel/ref.hpp"
#include "domain/kernel/sealed.hpp"
#include "domain/kernel/time.hpp"

#include <array>
#include <charconv>
#include <concepts>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dibs {

inline void write_json(std::string& out, const std::string& text) {
    append_json_string(out, text);
}
inline void write_json(std::string& out, std::string_view text) {
    append_json_string(out, text);
}
// Accepts only bool: a number would convert to bool silently.
template <std::same_as<bool> B>
void write_json(std::string& out, B value) {
    out += value ? "true" : "false";
}
// The shortest decimal that reads back as the same number; null for infinity and NaN.
void write_json(std::string& out, double value);

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

// Writes only the sealed form. For an unsealed secret it writes an empty text.
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

// A member of a struct, without its type. So the code that writes objects is compiled once, and not
// for each struct.
struct WrittenMember {
    std::string_view name;
    const void* from;  // null: absent
    void (*write)(std::string& out, const void* from);
};
template <class M>
void write_member(std::string& out, const void* from) {
    write_json(out, *static_cast<const M*>(from));
}
template <class M>
WrittenMember written_member(std::string_view name, const M& from) {
    return {name, &from, &write_member<M>};
}
template <class M>
WrittenMember written_member(std::string_view name, const std::optional<M>& from) {
    return {name, from ? &*from : nullptr, &write_member<M>};
}
// Writes `,"name":`, or `"name":` for the first member.
void append_member_name(std::string& out, bool first, std::string_view name);
void write_object(std::string& out, std::span<const WrittenMember> members);

template <Described T>
void write_json(std::string& out, const T& value) {
    Fields<T>::list([&](const auto&... fields) {
        const std::array<WrittenMember, sizeof...(fields)> members = {
            written_member(fields.name, value.*fields.member)...};
        write_object(out, members);
    });
}

template <class T>
[[nodiscard]] std::string to_json(const T& value) {
    std::string out;
    out.reserve(512);  // growing to this size would cost more than the text
    write_json(out, value);
    return out;
}

}  // namespace dibs
