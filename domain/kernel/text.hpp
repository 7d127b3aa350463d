// What people call things: names, titles and labels of one line, in one form, so that two that look
// alike are alike, and nothing is hidden in them. Pure.
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

// In NFC and without blanks around it. Refused as `field`: of another length, or with characters
// that nobody sees: control characters, those without a width, those that turn the direction of
// what follows. `what` begins the sentence: "A title".
[[nodiscard]] Result<std::string> normal_line(std::string_view text, std::string_view field,
                                              std::string_view what, LineLength length);

// What work is for: a short tag of letters, digits and - _ . that begins with a letter or a digit,
// of ASCII, and small: so that "BERT" and "bert" are one.
inline constexpr std::size_t longest_project = 64;
[[nodiscard]] Result<std::string> normal_project(std::string_view text, std::string_view field);

// Composed and in small letters. Nothing: it is no UTF-8, or has more than letters, marks and
// digits beyond ASCII.
[[nodiscard]] std::optional<std::u32string> letters_of_name(std::string_view text);

[[nodiscard]] std::size_t characters_of(std::string_view utf8);

// An account as hosts name it: one of their own as adduser makes them, [a-z_][a-z0-9_.-]{0,31}, or
// one of a directory with its domain: ann.lee@ad.example.org (SSSD, realmd), CORP\ann or CORP+ann
// (winbind), of at most 64 and 63 letters, digits, _ . and -. No blank and nothing else that a
// shell, an LDAP filter, a table or a terminal reads; a letter, digit or _ in front.
inline constexpr std::size_t longest_unix_name = 128;
[[nodiscard]] bool is_unix_name(std::string_view name);
// The same for all spellings of an account: a directory's mean the same in capitals, a host's own
// do not.
[[nodiscard]] std::string account_key(std::string_view name);
[[nodiscard]] bool is_same_account(std::string_view one, std::string_view other);
// "ann" of all of those.
[[nodiscard]] std::string_view without_directory(std::string_view name);

// Of DNS or of either IP: [0-9A-Za-z:_][0-9A-Za-z.:%_-]{0,252}
inline constexpr std::size_t longest_host_address = 253;  // a host name's limit (RFC 1035)
[[nodiscard]] bool is_host_address(std::string_view text);

// Of ASCII, whatever the locale.
[[nodiscard]] constexpr bool is_decimal_digit(char c) {
    return c >= '0' && c <= '9';
}
[[nodiscard]] constexpr bool is_letter_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_decimal_digit(c);
}

}  // namespace dibs
