// Random bits come from libsodium, which uses the kernel's generator.
#include "ingest/fresh_id.hpp"

#include <array>

#include <sodium.h>

namespace dibs {

Uuid fresh_uuid(Instant now) {
    Uuid uuid;
    randombytes_buf(uuid.data(), uuid.size());
    auto ms = static_cast<std::uint64_t>(unix_ms(now));
    for (std::size_t i = 6; i-- > 0; ms >>= 8U) uuid[i] = static_cast<std::uint8_t>(ms & 255U);
    uuid[6] = static_cast<std::uint8_t>((uuid[6] & 0x0FU) | 0x70U);  // version 7
    uuid[8] = static_cast<std::uint8_t>((uuid[8] & 0x3FU) | 0x80U);  // RFC 9562 variant
    return uuid;
}

std::string fresh_secret() {
    Uuid first;
    Uuid second;
    randombytes_buf(first.data(), first.size());
    randombytes_buf(second.data(), second.size());
    return to_base32(first) + to_base32(second);
}

std::string sha256_hex(std::string_view secret) {
    std::array<unsigned char, crypto_hash_sha256_BYTES> digest{};
    crypto_hash_sha256(digest.data(), reinterpret_cast<const unsigned char*>(secret.data()),
                       secret.size());
    std::array<char, 2 * crypto_hash_sha256_BYTES + 1> hex{};
    sodium_bin2hex(hex.data(), hex.size(), digest.data(), digest.size());
    return hex.data();
}

people::Digest digest_of(std::string_view secret) {
    return {sha256_hex(secret)};
}

}  // namespace dibs
