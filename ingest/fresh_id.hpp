// New ids (UUIDv7, RFC 9562: 48 bits of milliseconds, then random bits) and other random bits, from
// the kernel's generator. Any thread.
#pragma once

#include "domain/ids.hpp"
#include "domain/time.hpp"

#include <string>

namespace dibs {

[[nodiscard]] Uuid fresh_uuid(Instant now);

template <class AnyId>
[[nodiscard]] AnyId fresh_id(Instant now) {
    return AnyId{fresh_uuid(now)};
}

// 256 random bits as 52 digits of base32: session cookies, API tokens, setup links, nonces.
[[nodiscard]] std::string fresh_secret();

// SHA-256 as 64 hex digits: how a secret is known to the log.
[[nodiscard]] std::string digest_of(std::string_view secret);

}  // namespace dibs
