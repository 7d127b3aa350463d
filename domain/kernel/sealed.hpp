// Text with a limited audience, in types of its own. One place (codec/seal.hpp) decides how it is
// stored. In memory both types hold the plain text; in the log both are sealed.
//
//   Personal  names, titles, command lines: sealed under a key of the person. Deleting the key
//             erases them from a log that is never rewritten.
//             Names of accounts and of browsers, which old versions stored unencrypted, are plain
//             strings that their field marks as sealed (kernel/fields.hpp: sealed_field).
//   Secret    password hashes, digests of tokens: sealed under the installation's key. They are
//             written only to the log; any other writer writes an empty text.
#pragma once

#include "domain/kernel/ids.hpp"

#include <compare>
#include <string>
#include <string_view>
#include <variant>

namespace dibs {

template <class T>
struct Personal {
    T value{};
    friend auto operator<=>(const Personal&, const Personal&) = default;
};

template <class T>
struct Secret {
    T value{};
    bool sealed = false;  // `value` is its stored form; only the sealed form is ever written
    friend auto operator<=>(const Secret&, const Secret&) = default;
};

// The owner of the key that seals Personal text: a person, or an account on the hosts that has no
// person on Dibs (yet).
using KeyOwner = std::variant<PersonId, std::string>;

// The name of a person after erasure of the personal text. It is the same everywhere and depends on
// the id alone.
inline constexpr std::string_view pseudonym_prefix = "erased-";
[[nodiscard]] inline std::string pseudonym_of(PersonId person) {
    constexpr std::size_t kept = 8;  // of the id's random end
    const auto id = to_text(person);
    std::string name(pseudonym_prefix);
    for (const char c : id.substr(id.size() - kept)) {  // lower case, as in UNIX names
        name += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return name;
}

}  // namespace dibs
