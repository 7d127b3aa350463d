// The second factor for sign-in with a password: codes of an authenticator (TOTP, RFC 6238: SHA-1,
// six digits, 30 s, the parameters that all authenticators support) and recovery codes. Only a seed
// is stored. The authenticator's secret and the recovery codes are derived from it and a key of
// this installation, which is in neither log nor tables. The domain decides that each code works
// once (second_factor.hpp there).
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

// The owner of the factor, and its seed.
struct SecondFactor {
    PersonId person;
    std::string seed;
};

// 160 bits in base32, for a person to type into an authenticator.
[[nodiscard]] std::string shown_secret(const SecondFactor& factor, const Sign& sign);
// The text of a QR code for an authenticator. `site` distinguishes this Dibs from others there.
[[nodiscard]] std::string otpauth_uri(const SecondFactor& factor, std::string_view unix_name,
                                      std::string_view site, const Sign& sign);
// "ABCDE-23456": 50 bits each, beyond guessing at the rate limit of sign-ins.
[[nodiscard]] std::vector<std::string> recovery_codes(const SecondFactor& factor, const Sign& sign);

// The 30 s step, the current one or a neighbour, that this code of the secret (bytes) belongs to;
// none: neither. RFC 6238.
[[nodiscard]] std::optional<std::int64_t> step_of(const std::string& code, std::string_view secret,
                                                  Instant now);

// Identifies the code in any spelling: a code of the current step or a neighbour, or a recovery
// code; none: neither. Does not know whether the code was used before.
[[nodiscard]] std::optional<people::SecondProof> proof_in(std::string_view typed,
                                                          const SecondFactor& factor, Instant now,
                                                          const Sign& sign);

// A factor before it is turned on, as a ticket that the person returns with a first code. The
// server stores nothing for abandoned tickets. Any node accepts it, also after a restart.
struct Enrolment {
    std::string ticket;
    std::string seed;
    Instant expires;
};
[[nodiscard]] Enrolment begin_enrolment(PersonId person, Instant now, const Sign& sign);
// The seed of a ticket for this person; none: another person's, or expired.
[[nodiscard]] std::optional<std::string> seed_of(std::string_view ticket, PersonId person,
                                                 Instant now, const Sign& sign);

}  // namespace dibs::auth
