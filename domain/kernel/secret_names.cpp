// Splits a name into words at punctuation and capitals: "maxNewTokens" is max, new, tokens.
#include "domain/kernel/secret_names.hpp"

#include "domain/kernel/text.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace dibs {
namespace {

template <std::size_t N>
bool is_word_of(const std::array<std::string_view, N>& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

bool is_name_capital(char c) {
    return c >= 'A' && c <= 'Z';
}

bool is_secret_word(std::string_view word) {
    constexpr std::array<std::string_view, 15> whole{
        "auth",   "authorization", "bearer", "cookie", "creds", "dbpass",    "otp",     "pass",
        "passin", "passout",       "pwd",    "sas",    "sig",   "signature", "userpass"};
    constexpr std::array<std::string_view, 5> inside{"credential", "passphrase", "passwd",
                                                     "password", "secret"};
    constexpr std::array<std::string_view, 4> endings{"key", "keys", "token", "tokens"};
    constexpr std::array<std::string_view, 7> harmless{"donkey", "hockey",  "hotkey", "hotkeys",
                                                       "monkey", "monkeys", "turkey"};
    const auto contains = [&](auto part) { return word.find(part) != std::string_view::npos; };
    const auto ends = [&](auto end) { return word.ends_with(end); };
    return is_word_of(whole, word) || std::any_of(inside.begin(), inside.end(), contains) ||
           (std::any_of(endings.begin(), endings.end(), ends) && !is_word_of(harmless, word));
}

void add_word(SecretName& name, std::string_view word) {
    constexpr std::array<std::string_view, 14> counting{"batch", "budget", "count", "heads", "keys",
                                                        "len",   "length", "limit", "max",   "min",
                                                        "n",     "num",    "per",   "tokens"};
    constexpr std::array<std::string_view, 4> lone{"ask", "no", "stdin", "without"};
    if (word.empty()) return;
    name.last_is_secret = is_secret_word(word);
    name.secret = name.secret || name.last_is_secret;
    name.counts = name.counts || is_word_of(counting, word);
    name.no_argument = name.no_argument || is_word_of(lone, word);
}

}  // namespace

SecretName secret_name(std::string_view text) {
    SecretName name;
    std::string word;  // lower case
    bool after_small = false;
    for (const char c : text) {
        const bool capital = is_name_capital(c);
        if (!is_letter_or_digit(c) || (capital && after_small)) {
            add_word(name, word);
            word.clear();
        }
        if (is_letter_or_digit(c)) word += capital ? static_cast<char>(c - 'A' + 'a') : c;
        after_small = is_letter_or_digit(c) && !capital && !is_decimal_digit(c);
    }
    add_word(name, word);
    return name;
}

bool is_no_secret(std::string_view value, const SecretName& name) {
    constexpr std::array<std::string_view, 10> plain{"False", "None", "True", "false", "no",
                                                     "none",  "null", "true", "yes",   "0"};
    constexpr std::size_t longest_count = 9;
    if (is_word_of(plain, value)) return true;
    return name.counts && value.size() <= longest_count &&
           std::all_of(value.begin(), value.end(), is_decimal_digit);
}

}  // namespace dibs
