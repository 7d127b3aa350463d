// libsodium's Argon2id.
#include "api/auth/passwords.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include <sodium.h>

namespace dibs::auth {
namespace {

constexpr std::size_t memory_bytes = 64UL * 1024 * 1024;
constexpr unsigned long long passes = 2;

// Those of so many characters that people still choose first.
constexpr std::array common = {
    "123456789012",   "1234567890123", "12345678901234",   "123456123456",     "111111111111",
    "000000000000",   "password1234",  "passwordpassword", "qwertyuiop12",     "qwertyuiop123",
    "qwertyqwerty",   "1q2w3e4r5t6y",  "1qaz2wsx3edc",     "iloveyou1234",     "administrator",
    "letmeinletmein", "abc123abc123",  "abcdefghijkl",     "changemechangeme", "unbelievable"};

std::size_t characters(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    }));
}

tl::unexpected<Refusal> refused(std::string detail) {
    return refuse(Code::out_of_range, "password", std::move(detail));
}

// For names that nobody has: verified like any other, and never right.
const people::PasswordHash& nobodys_hash() {
    static const people::PasswordHash hash = hash_password("nobody has this password");
    return hash;
}

}  // namespace

Result<void> check_new_password(std::string_view password, std::string_view name) {
    const auto length = characters(password);
    if (length < shortest_password || length > longest_password) {
        return refused("A password has 12 to 128 characters.");
    }
    const bool usual = std::any_of(common.begin(), common.end(),
                                   [&](std::string_view known) { return known == password; });
    const bool uniform = password.find_first_not_of(password.front()) == std::string_view::npos;
    if (usual || uniform || password == name) {
        return refused("This password is among the first that anybody would try.");
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
