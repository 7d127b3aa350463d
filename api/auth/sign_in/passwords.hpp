// Passwords: the rule for new ones, and Argon2id (64 MiB, 2 passes). Each call takes 0.1 s of a
// core, so calls run in the dedicated pool of Service, never on the loop.
#pragma once

#include "domain/kernel/result.hpp"
#include "domain/people/people.hpp"

#include <string>
#include <string_view>

namespace dibs::auth {

inline constexpr std::size_t shortest_password = 12;  // characters
inline constexpr std::size_t longest_password = 128;

// The names of the password's owner: the password must not consist of them.
struct OwnNames {
    std::string_view name{}, unix_name{};
};
// Takes up to 5 ms.
[[nodiscard]] Result<void> check_new_password(std::string_view password, const OwnNames& names);

// "$argon2id$v=19$m=65536,t=2,p=1$…". Blocks.
[[nodiscard]] people::PasswordHash hash_password(std::string_view password);
// Blocks. For a name that does not exist pass the empty hash: the result is false, and the call
// takes as long as with a real hash.
[[nodiscard]] bool password_fits(const people::PasswordHash& hash, std::string_view password);

}  // namespace dibs::auth
