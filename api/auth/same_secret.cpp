// libsodium compares in constant time.
#include "api/auth/same_secret.hpp"

#include <sodium.h>

namespace dibs::auth {

bool is_same_secret(std::string_view a, std::string_view b) {
    return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace dibs::auth
