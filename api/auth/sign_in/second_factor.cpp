// liboath compares codes. Bytes are derived with the keyed digest, each for one purpose. The seed
// is the random part of a ticket.
#include "api/auth/sign_in/second_factor.hpp"

#include "api/auth/same_secret.hpp"
#include "api/http/message/query.hpp"
#include "domain/kernel/text.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <stdexcept>

#include <oath.h>
#include <sodium.h>

namespace dibs::auth {
namespace {

using std::chrono::seconds;

constexpr Duration longest_enrolment = std::chrono::minutes{10};
constexpr unsigned step_s = 30;
constexpr std::size_t steps_either_side = 1;  // clocks differ, and typing takes time
constexpr std::size_t code_size = 6;
constexpr std::size_t secret_size = 20;  // bytes; as RFC 4226 recommends
constexpr std::size_t recovery_size = 10;

// 16 bytes that cannot be computed without the installation's key.
std::string derived(const SecondFactor& factor, std::string_view what, const Sign& sign) {
    const auto hex = sign("second factor: " + std::string(what) + '\n' + to_text(factor.person) +
                          '\n' + factor.seed);
    std::string bytes(hex.size() / 2, '\0');
    if (sodium_hex2bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(), hex.data(),
                       hex.size(), nullptr, nullptr, nullptr) != 0) {
        throw std::logic_error("a keyed digest is not in hex");
    }
    return bytes;
}

std::string secret_of(const SecondFactor& factor, const Sign& sign) {
    auto secret = derived(factor, "secret 1", sign) + derived(factor, "secret 2", sign);
    secret.resize(secret_size);
    return secret;
}

std::string base32(std::string_view bytes) {
    char* text = nullptr;
    std::size_t size = 0;
    if (oath_base32_encode(bytes.data(), bytes.size(), &text, &size) != OATH_OK) {
        throw std::runtime_error("liboath found no memory");
    }
    const std::unique_ptr<char, decltype(&std::free)> owner(text, &std::free);
    return {text, size};
}

std::string recovery_code(const SecondFactor& factor, std::size_t number, const Sign& sign) {
    const auto what = "recovery " + std::to_string(number);
    return base32(derived(factor, what, sign)).substr(0, recovery_size);
}

// The code as it was shown, without separators that people type.
std::string plain(std::string_view typed) {
    std::string code;
    for (const char c : typed) {
        if (c == ' ' || c == '-') continue;
        code += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    }
    return code;
}

std::string enrolment_of(PersonId person) {
    return "second factor: enrolment\n" + to_text(person);
}

std::string seed_in(std::string_view ticket) {
    return std::string(ticket.substr(0, ticket.find('.')));
}

}  // namespace

std::string shown_secret(const SecondFactor& factor, const Sign& sign) {
    return base32(secret_of(factor, sign));
}

std::string otpauth_uri(const SecondFactor& factor, std::string_view unix_name,
                        std::string_view site, const Sign& sign) {
    const auto account = std::string(unix_name) + '@' + std::string(site);
    return "otpauth://totp/Dibs:" + http::percent_encode(account) +
           "?secret=" + shown_secret(factor, sign) + "&issuer=Dibs";
}

std::vector<std::string> recovery_codes(const SecondFactor& factor, const Sign& sign) {
    std::vector<std::string> codes;
    for (std::size_t i = 0; i < recovery_code_count; ++i) {
        codes.push_back(recovery_code(factor, i, sign).insert(recovery_size / 2, "-"));
    }
    return codes;
}

std::optional<std::int64_t> step_of(const std::string& code, std::string_view secret, Instant now) {
    if (code.size() != code_size || !std::all_of(code.begin(), code.end(), is_decimal_digit)) {
        return std::nullopt;
    }
    const auto unix_s = std::chrono::duration_cast<seconds>(now.time_since_epoch()).count();
    int apart = 0;
    std::uint64_t step = 0;
    const int found =
        oath_totp_validate3(secret.data(), secret.size(), static_cast<time_t>(unix_s), step_s, 0,
                            steps_either_side, &apart, &step, code.c_str());
    if (found < 0) return std::nullopt;
    return static_cast<std::int64_t>(step);
}

std::optional<people::SecondProof> proof_in(std::string_view typed, const SecondFactor& factor,
                                            Instant now, const Sign& sign) {
    const auto code = plain(typed);
    if (const auto step = step_of(code, secret_of(factor, sign), now)) {
        return people::SecondProof{step, {}};
    }
    for (std::size_t i = 0; i < recovery_code_count; ++i) {
        if (is_same_secret(code, recovery_code(factor, i, sign))) {
            return people::SecondProof{{}, static_cast<std::int64_t>(i)};
        }
    }
    return std::nullopt;
}

Enrolment begin_enrolment(PersonId person, Instant now, const Sign& sign) {
    const auto expires = now + longest_enrolment;
    auto ticket = make_expiring(sign, enrolment_of(person), expires);
    auto seed = seed_in(ticket);
    return {std::move(ticket), std::move(seed), expires};
}

std::optional<std::string> seed_of(std::string_view ticket, PersonId person, Instant now,
                                   const Sign& sign) {
    if (!end_of(sign, enrolment_of(person), ticket, now)) return std::nullopt;
    return seed_in(ticket);
}

}  // namespace dibs::auth
