// Makes new ids (UUIDv7, RFC 9562: 48 bits of milliseconds, then random bits) and other random bits
// from the kernel's generator. Any thread.
#pragma once

#include "domain/kernel/context.hpp"
#include "domain/kernel/time.hpp"
#include "domain/people/people.hpp"

#include <string>

namespace dibs {

[[nodiscard]] Uuid fresh_uuid(Instant now);

template <class AnyId>
[[nodiscard]] AnyId fresh_id(Instant now) {
    return AnyId{fresh_uuid(now)};
}

// Makes ids for decisions.
class FreshIds : public IdSource {
  public:
    Uuid fresh(Instant now) override { return fresh_uuid(now); }
};

// 256 random bits as 52 digits of base32: session cookies, API tokens, setup links, nonces.
[[nodiscard]] std::string fresh_secret();

// SHA-256 as 64 hex digits. The log stores secrets in this form only.
[[nodiscard]] people::Digest digest_of(std::string_view secret);
[[nodiscard]] std::string sha256_hex(std::string_view text);

}  // namespace dibs
