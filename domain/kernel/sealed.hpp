// Text that is not everybody's, in types of its own, so that one place (codec/seal.hpp) decides how
// it is stored. In memory both hold the plain text; in the log both are sealed.
//
//   Personal  names, titles, command lines: sealed under a key of the person, so that deleting the
//             key erases them from a log that is never rewritten
//             Names of accounts and of browsers, which were stored in clear once, are plain strings
//             that their field says are sealed (codec/fields.hpp: sealed_field)
//   Secret    password hashes, digests of tokens: sealed under the installation's key, and written
//             nowhere but in the log; anything else that writes one writes an empty text
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
    bool sealed = false;  // `value` is its stored form: only such a one is ever written
    friend auto operator<=>(const Secret&, const Secret&) = default;
};

// Whose key seals Personal text: a person's, or that of an account on the hosts which nobody on
// Dibs has (yet).
using KeyOwner = std::variant<PersonId, std::string>;

// What somebody is called whose personal text was erased: the same everywhere, from their id alone.
inline constexpr std::string_view pseudonym_prefix = "erased-";
[[nodiscard]] inline std::string pseudonym_of(PersonId person) {
    constexpr std::size_t kept = 8;  // of the id's random end
    const auto id = to_text(person);
    std::string name(pseudonym_prefix);
    for (const char c : id.substr(id.size() - kept)) {  // as a UNIX name is written
        name += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return name;
}

}  // namespace dibs
