// The second factor of people who sign in with a password: codes of an authenticator (TOTP,
// RFC 6238: SHA-1, six digits, half a minute each, which is what all of them can), and recovery
// codes for when it is lost. Nothing of it is kept but a seed: the authenticator's secret and the
// recovery codes follow from it and a key of this installation, which log and tables do not hold.
// That each code opens once is decided in the domain (second_factor.hpp there).
#pragma once

#include "api/auth/expiring.hpp"
#include "domain/kernel/time.hpp"
#include "domain/people/people.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::auth {

inline constexpr std::size_t recovery_code_count = 8;

// Whose factor, and what it was made from.
struct SecondFactor {
    PersonId person;
    std::string seed;
};

// 160 bits in base32: what somebody types into an authenticator.
[[nodiscard]] std::string shown_secret(const SecondFactor& factor, const Sign& sign);
// What a QR code for an authenticator holds. `site` tells this Dibs from others there.
[[nodiscard]] std::string otpauth_uri(const SecondFactor& factor, std::string_view unix_name,
                                      std::string_view site, const Sign& sign);
// "ABCDE-23456": 50 bits each, which nobody guesses at the rate that sign-ins have.
[[nodiscard]] std::vector<std::string> recovery_codes(const SecondFactor& factor, const Sign& sign);

// Of which half minute, this or a neighbour, the code of an authenticator with this secret (bytes)
// is; none: of neither. RFC 6238.
[[nodiscard]] std::optional<std::int64_t> step_of(const std::string& code, std::string_view secret,
                                                  Instant now);

// Which code of it this is, however it is typed: of this half minute or a neighbour, or a recovery
// code; none: neither. Whether it was used already is not known here.
[[nodiscard]] std::optional<people::SecondProof> proof_in(std::string_view typed,
                                                          const SecondFactor& factor, Instant now,
                                                          const Sign& sign);

// One that is about to be turned on, as a ticket that its person brings back with a first code:
// nothing is kept for who never does, and any node takes it, also after a restart.
struct Enrolment {
    std::string ticket;
    std::string seed;
    Instant expires;
};
[[nodiscard]] Enrolment begin_enrolment(PersonId person, Instant now, const Sign& sign);
// The seed of a ticket that was made for this person and has not run out.
[[nodiscard]] std::optional<std::string> seed_of(std::string_view ticket, PersonId person,
                                                 Instant now, const Sign& sign);

}  // namespace dibs::auth
