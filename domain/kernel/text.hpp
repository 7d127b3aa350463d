// Names, titles and labels of one line, in one normal form. So names that look alike are equal, and
// no name has hidden characters. Pure.
#pragma once

#include "domain/kernel/result.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace dibs {

// In characters (code points) of the normal form.
struct LineLength {
    std::size_t least = 0;
    std::size_t most = 0;
};

// The text in NFC without leading and trailing blanks. Rejects, naming `field`, a length out of
// range and invisible characters. Invisible are control characters, characters without a width, and
// those that change the text direction. `what` begins the error sentence: "A title".
[[nodiscard]] Result<std::string> normal_line(std::string_view text, std::string_view field,
                                              std::string_view what, LineLength length);

// The project of a booking: a short tag of ASCII letters, digits and - _ . that begins with a
// letter or a digit. The result is lower case, so "BERT" and "bert" are equal.
inline constexpr std::size_t longest_project = 64;
[[nodiscard]] Result<std::string> normal_project(std::string_view text, std::string_view field);

// The name composed and in lower case. Nothing if it is not UTF-8, or has anything but ASCII and
// letters, marks and digits beyond ASCII.
[[nodiscard]] std::optional<std::u32string> letters_of_name(std::string_view text);

[[nodiscard]] std::size_t characters_of(std::string_view utf8);

// The name of an account on the hosts. A local name has the form that adduser accepts,
// [a-z_][a-z0-9_.-]{0,31}. A directory name has its domain too: ann.lee@ad.example.org (SSSD,
// realmd), CORP\ann or CORP+ann (winbind). Its parts have at most 64 and 63 letters, digits, _ .
// and -. It begins with a letter, digit or _. It has no blank and no special character of a shell,
// an LDAP filter, a table or a terminal.
inline constexpr std::size_t longest_unix_name = 128;
[[nodiscard]] bool is_unix_name(std::string_view name);
// The same key for all spellings of an account. Directory names ignore case, local names do not.
[[nodiscard]] std::string account_key(std::string_view name);
[[nodiscard]] bool is_same_account(std::string_view one, std::string_view other);
// "ann" for each of the forms above.
[[nodiscard]] std::string_view without_directory(std::string_view name);

// A DNS name, IPv4 or IPv6 address: [0-9A-Za-z:_][0-9A-Za-z.:%_-]{0,252}
inline constexpr std::size_t longest_host_address = 253;  // the limit of a host name (RFC 1035)
[[nodiscard]] bool is_host_address(std::string_view text);

// ASCII only, in every locale.
[[nodiscard]] constexpr bool is_decimal_digit(char c) {
    return c >= '0' && c <= '9';
}
[[nodiscard]] constexpr bool is_letter_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_decimal_digit(c);
}

}  // namespace dibs
