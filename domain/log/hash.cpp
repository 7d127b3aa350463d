// The only file that uses xxhash.
#include "domain/log/hash.hpp"

#include <algorithm>
#include <memory>

#include <xxhash.h>

namespace dibs {
namespace {

constexpr std::string_view digits = "0123456789abcdef";

struct FreeState {
    void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
};

}  // namespace

Hash hash_of(std::string_view first, std::string_view second) {
    thread_local const std::unique_ptr<XXH3_state_t, FreeState> state(XXH3_createState());
    XXH128_hash_t value;
    if (second.empty()) {
        value = XXH3_128bits(first.data(), first.size());
    } else {
        XXH3_128bits_reset(state.get());
        XXH3_128bits_update(state.get(), first.data(), first.size());
        XXH3_128bits_update(state.get(), second.data(), second.size());
        value = XXH3_128bits_digest(state.get());
    }
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, value);
    Hash hash;
    std::copy_n(canonical.digest, hash.size(), hash.begin());
    return hash;
}

std::uint64_t checksum_of(std::string_view key, std::string_view value) {
    return XXH3_64bits_withSeed(value.data(), value.size(), XXH3_64bits(key.data(), key.size()));
}

std::string to_hex(std::string_view bytes) {
    std::string text;
    for (const char c : bytes) {
        text += digits[static_cast<unsigned char>(c) >> 4U];
        text += digits[static_cast<unsigned char>(c) & 15U];
    }
    return text;
}

std::optional<Hash> hash_from_hex(std::string_view text) {
    Hash hash;
    if (text.size() != hash.size() * 2) return std::nullopt;
    for (std::size_t i = 0; i < hash.size(); ++i) {
        const auto high = digits.find(text[2 * i]);
        const auto low = digits.find(text[2 * i + 1]);
        if (high == std::string_view::npos || low == std::string_view::npos) return std::nullopt;
        hash[i] = static_cast<std::uint8_t>(high * 16 + low);
    }
    return hash;
}

}  // namespace dibs
