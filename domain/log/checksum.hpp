// A stored value followed by its own checksum, so a flipped bit is found where it is read. The
// checksum includes the key: a value under a wrong key is also damage. This is the only form on
// disk of records of the embedded log, rows of tables, blocks of samples, and hours. LMDB 0.9 has
// no checksums.
#pragma once

#include "domain/log/hash.hpp"

#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace dibs {

inline constexpr std::size_t checksum_bytes = sizeof(std::uint64_t);

// Writes `value` and its checksum to `out`, which must have room for both.
inline void write_checked(char* out, std::string_view key, std::string_view value) {
    auto rest = checksum_of(key, value);
    if (!value.empty()) std::memcpy(out, value.data(), value.size());
    out += value.size();
    for (std::size_t i = 0; i < checksum_bytes; ++i, rest >>= 8U) {
        out[i] = static_cast<char>(rest & 0xFFU);
    }
}

[[nodiscard]] inline std::string with_checksum(std::string_view key, std::string_view value) {
    std::string out(value.size() + checksum_bytes, '\0');
    write_checked(out.data(), key, value);
    return out;
}

// The value. Nothing if the bytes were not stored under that key.
[[nodiscard]] inline std::optional<std::string_view> checked(std::string_view key,
                                                             std::string_view stored) {
    if (stored.size() < checksum_bytes) return std::nullopt;
    const auto value = stored.substr(0, stored.size() - checksum_bytes);
    auto rest = checksum_of(key, value);
    for (const char c : stored.substr(value.size())) {
        if (static_cast<unsigned char>(c) != (rest & 0xFFU)) return std::nullopt;
        rest >>= 8U;
    }
    return value;
}

}  // namespace dibs
