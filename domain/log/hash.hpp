// XXH3-128, the hash of the log's chain: 20 ns per record. It detects accidents (a cut log, a
// deposed writer's branch), not forgery; a signed seal detects that.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dibs {

using Hash = std::array<std::uint8_t, 16>;

// Hashes two concatenated texts. The result is big-endian, as XXH128_canonicalFromHash gives it.
[[nodiscard]] Hash hash_of(std::string_view first, std::string_view second = {});

// Hashes a value and its key: XXH3-64 of the value, seeded with that of the key (checksum.hpp).
[[nodiscard]] std::uint64_t checksum_of(std::string_view key, std::string_view value);

[[nodiscard]] inline std::string_view bytes_of(const Hash& hash) {
    return {reinterpret_cast<const char*>(hash.data()), hash.size()};
}

[[nodiscard]] std::string to_hex(std::string_view bytes);
[[nodiscard]] std::optional<Hash> hash_from_hex(std::string_view text);

}  // namespace dibs
