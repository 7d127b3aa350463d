// Composite keys whose bytes sort like their parts: numbers and times big-endian, ids as they are,
// text ended by a zero byte. Built on the stack; at most 511 bytes, LMDB's limit.
#pragma once

#include "domain/kernel/ids.hpp"
#include "domain/kernel/time.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace dibs {

class Key {
  public:
    template <IdPrefix Prefix>
    Key& id(const Id<Prefix>& value) {
        return bytes({reinterpret_cast<const char*>(value.uuid.data()), value.uuid.size()});
    }
    Key& number(std::uint64_t value) {
        std::array<char, 8> digits{};
        for (std::size_t i = digits.size(); i-- > 0; value >>= 8U) {
            digits[i] = static_cast<char>(value & 0xFFU);
        }
        return bytes({digits.data(), digits.size()});
    }
    Key& time(Instant t) {  // with the sign flipped, so that times before 1970 sort first
        return number(static_cast<std::uint64_t>(unix_ms(t)) ^ (std::uint64_t{1} << 63U));
    }
    Key& byte(char value) { return bytes({&value, 1}); }
    Key& text(std::string_view value) { return bytes(value.substr(0, longest_text)).byte('\0'); }
    Key& bytes(std::string_view value) {
        const auto count = value.size() < room() ? value.size() : room();
        std::memcpy(data_.data() + size_, value.data(), count);
        size_ += count;
        return *this;
    }
    [[nodiscard]] std::string_view view() const { return {data_.data(), size_}; }
    operator std::string_view() const { return view(); }  // NOLINT: a key is its bytes

    static constexpr std::size_t longest = 511;
    static constexpr std::size_t longest_text = 255;

  private:
    [[nodiscard]] std::size_t room() const { return longest - size_; }
    std::array<char, longest> data_;  // not zeroed: only the first size_ bytes are read
    std::size_t size_ = 0;
};

// Splits a key into its parts, from the front.
class KeyReader {
  public:
    explicit KeyReader(std::string_view key) : rest_(key) {}

    template <class AnyId>
    AnyId id() {
        AnyId value;
        const auto part = take(value.uuid.size());
        std::memcpy(value.uuid.data(), part.data(), part.size());
        return value;
    }
    std::uint64_t number() {
        std::uint64_t value = 0;
        for (const char c : take(8)) value = value << 8U | static_cast<unsigned char>(c);
        return value;
    }
    Instant time() {
        return from_unix_ms(static_cast<std::int64_t>(number() ^ (std::uint64_t{1} << 63U)));
    }
    std::string_view text() {
        const auto part = take(rest_.find('\0'));
        take(1);
        return part;
    }
    [[nodiscard]] std::string_view rest() const { return rest_; }

  private:
    // Returns less if the key is shorter: a page's key may come from anywhere.
    std::string_view take(std::size_t count) {
        const auto part = rest_.substr(0, count);
        rest_.remove_prefix(part.size());
        return part;
    }
    std::string_view rest_;
};

// The time encoded in an id: its first 48 bits are milliseconds.
[[nodiscard]] inline Instant made_at(const Uuid& uuid) {
    std::int64_t ms = 0;
    for (std::size_t i = 0; i < 6; ++i) ms = ms << 8 | uuid[i];
    return from_unix_ms(ms);
}
// The smallest id with that time.
template <class AnyId>
[[nodiscard]] AnyId first_id_at(Instant t) {
    AnyId id;
    auto ms = static_cast<std::uint64_t>(std::max<std::int64_t>(unix_ms(t), 0));
    for (std::size_t i = 6; i-- > 0; ms >>= 8U) id.uuid[i] = static_cast<std::uint8_t>(ms & 0xFFU);
    return id;
}

}  // namespace dibs
