// Text that is not everybody's, in types of its own, so that one place (codec/seal.hpp) decides how
// it is stored. In memory both hold the plain text; in the log both are sealed.
//
//   Personal  names, titles, command lines: sealed under a key of the person, so that deleting the
//             key erases them from a log that is never rewritten
//   Secret    password hashes, digests of tokens: sealed under the installation's key, and written
//             nowhere but in the log; anything else that writes one writes an empty text
#pragma once

#include "domain/ids.hpp"

#include <compare>
#include <string>
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

}  // namespace dibs
