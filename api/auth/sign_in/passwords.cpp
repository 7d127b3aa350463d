// libsodium's Argon2id. zxcvbn rates passwords; it knows common ones, also with letters replaced by
// digits, repeated or with a year appended.
#include "api/auth/sign_in/passwords.hpp"

#include "domain/kernel/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <stdexcept>
#include <string>
#include <vector>

#include <sodium.h>
#include <zxcvbn.h>

namespace dibs::auth {
namespace {

constexpr std::size_t memory_bytes = 64UL * 1024 * 1024;
constexpr unsigned long long passes = 2;

// The minimum number of guesses, as a power of two. At the ten tries a minute that an account
// allows, so many guesses take fifty years.
constexpr double fewest_guesses_log2 = 28;
constexpr std::size_t shortest_word = 3;

tl::unexpected<Refusal> refused(Code code, std::string detail) {
    return refuse(code, "password", std::move(detail));
}

// "Dora D. Miller" and "dmiller": each word, and each whole name without separators; in lower case.
std::vector<std::string> words_of(const OwnNames& names) {
    std::vector<std::string> words;
    for (const auto name : {names.name, names.unix_name}) {
        std::string word;
        std::string whole;
        const auto keep = [&] {
            if (word.size() >= shortest_word) words.push_back(word);
            word.clear();
        };
        for (const char c : name) {
            const auto byte = static_cast<unsigned char>(c);
            if (byte < 0x80 && std::isalnum(byte) == 0) {
                keep();
                continue;
            }
            word += static_cast<char>(byte < 0x80 ? std::tolower(byte) : byte);
            whole += word.back();
        }
        keep();
        if (whole.size() >= shortest_word) words.push_back(whole);
    }
    return words;
}

// For unknown names: verified like any other hash, and never right.
const people::PasswordHash& nobodys_hash() {
    static const people::PasswordHash hash = hash_password("nobody has this password");
    return hash;
}

}  // namespace

Result<void> check_new_password(std::string_view password, const OwnNames& names) {
    const auto length = characters_of(password);
    if (length < shortest_password || length > longest_password) {
        return refused(Code::out_of_range, "A password has 12 to 128 characters.");
    }
    const auto words = words_of(names);
    std::vector<const char*> own;
    for (const auto& word : words) own.push_back(word.c_str());
    own.push_back(nullptr);
    const std::string text(password);
    if (text.find('\0') != std::string::npos) {
        return refused(Code::out_of_range, "A password has no character NUL.");
    }
    if (ZxcvbnMatch(text.c_str(), own.data(), nullptr) < fewest_guesses_log2) {
        return refused(Code::weak_password,
                       "This password is among the first that anybody would try: a common one, a "
                       "name, a row of keys or a repetition. Four words that do not belong "
                       "together are better.");
    }
    return {};
}

people::PasswordHash hash_password(std::string_view password) {
    std::array<char, crypto_pwhash_STRBYTES> hash{};
    if (sodium_init() < 0 || crypto_pwhash_str(hash.data(), password.data(), password.size(),
                                               passes, memory_bytes) != 0) {
        throw std::runtime_error("Argon2id found no memory");
    }
    return {hash.data()};
}

bool password_fits(const people::PasswordHash& hash, std::string_view password) {
    const bool known = !hash.value.empty();
    std::array<char, crypto_pwhash_STRBYTES> text{};
    const auto& stored = known ? hash.value : nobodys_hash().value;
    if (stored.size() >= text.size()) return false;
    std::copy(stored.begin(), stored.end(), text.begin());
    const bool fits = crypto_pwhash_str_verify(text.data(), password.data(), password.size()) == 0;
    return fits && known;
}

}  // namespace dibs::auth
