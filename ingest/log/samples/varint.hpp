// Numbers in few bytes, for the blocks and rows of this folder. LEB128 varints, signed ones zigzag,
// so that small ones of either sign are short. Reading removes the bytes from the front.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace dibs {

inline std::uint64_t zigzag(std::int64_t value) {
    return static_cast<std::uint64_t>(value) << 1U ^ static_cast<std::uint64_t>(value >> 63U);
}
inline std::int64_t unzigzag(std::uint64_t value) {
    return static_cast<std::int64_t>(value >> 1U ^ (~(value & 1U) + 1U));
}

inline void put_varint(std::string& out, std::uint64_t value) {
    for (; value >= 0x80U; value >>= 7U) out += static_cast<char>(value | 0x80U);
    out += static_cast<char>(value);
}

[[nodiscard]] inline bool take_byte(std::string_view& in, unsigned char& byte) {
    if (in.empty()) return false;
    byte = static_cast<unsigned char>(in.front());
    in.remove_prefix(1);
    return true;
}
[[nodiscard]] inline bool take_varint(std::string_view& in, std::uint64_t& value) {
    value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        unsigned char byte = 0;
        if (!take_byte(in, byte)) return false;
        value |= static_cast<std::uint64_t>(byte & 0x7FU) << shift;
        if ((byte & 0x80U) == 0) return true;
    }
    return false;
}
[[nodiscard]] inline bool take_signed(std::string_view& in, std::int64_t& value) {
    std::uint64_t raw = 0;
    if (!take_varint(in, raw)) return false;
    value = unzigzag(raw);
    return true;
}

}  // namespace dibs
