// Stores a value with a checksum behind it, so a read detects a flipped bit; LMDB 0.9 has no
// checksums. The checksum covers the key too: a value under a wrong key counts as damage. All
// records of the embedded log, table rows, sample blocks and usage hours have this form on disk.
// The checksum is checksum_of (hash.hpp) in 8 bytes, little-endian. Pure; any thread.
#pragma once

#include "domain/log/hash.hpp"

#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace dibs {

inline constexpr std::size_t checksum_bytes = sizeof(std::uint64_t);

// Writes `value` and its checksum to `out`. `out` has room for value.size() + checksum_bytes.
inline void write_checked(char* out, std::string_view key, std::string_view value) {
    auto remaining = checksum_of(key, value);
    if (!value.empty()) std::memcpy(out, value.data(), value.size());
    out += value.size();
    for (std::size_t i = 0; i < checksum_bytes; ++i, remaining >>= 8U) {
        out[i] = static_cast<char>(remaining & 0xFFU);
    }
}

// Returns `value` followed by its checksum.
[[nodiscard]] inline std::string with_checksum(std::string_view key, std::string_view value) {
    std::string out(value.size() + checksum_bytes, '\0');
    write_checked(out.data(), key, value);
    return out;
}

// Returns the value without its checksum, as a view into `stored`. None: the bytes are damaged or
// belong to another key.
[[nodiscard]] inline std::optional<std::string_view> checked(std::string_view key,
                                                             std::string_view stored) {
    if (stored.size() < checksum_bytes) return std::nullopt;
    const auto value = stored.substr(0, stored.size() - checksum_bytes);
    auto remaining = checksum_of(key, value);
    for (const char c : stored.substr(value.size())) {
        if (static_cast<unsigned char>(c) != (remaining & 0xFFU)) return std::nullopt;
        remaining >>= 8U;
    }
    return value;
}

}  // namespace dibs
