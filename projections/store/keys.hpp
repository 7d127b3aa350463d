// Composite keys whose bytes sort as their parts do: numbers and times big-endian, ids as they are,
// text ended by a zero byte. Built on the stack; at most LMDB's 511 bytes.
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
    Key& time(Instant t) {  // the sign flipped, so that times before 1970 come first
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
    std::array<char, longest> data_;  // not zeroed: only size_ bytes of it are looked at
    std::size_t size_ = 0;
};

// Takes a key apart, from the front.
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
    // Shorter if the key is: a page's key may come from anywhere.
    std::string_view take(std::size_t count) {
        const auto part = rest_.substr(0, count);
        rest_.remove_prefix(part.size());
        return part;
    }
    std::string_view rest_;
};

// An id begins with the moment at which it was made: 48 bits of milliseconds.
[[nodiscard]] inline Instant made_at(const Uuid& uuid) {
    std::int64_t ms = 0;
    for (std::size_t i = 0; i < 6; ++i) ms = ms << 8 | uuid[i];
    return from_unix_ms(ms);
}
// The least id that can be made at that moment.
template <class AnyId>
[[nodiscard]] AnyId first_id_at(Instant t) {
    AnyId id;
    auto ms = static_cast<std::uint64_t>(std::max<std::int64_t>(unix_ms(t), 0));
    for (std::size_t i = 6; i-- > 0; ms >>= 8U) id.uuid[i] = static_cast<std::uint8_t>(ms & 0xFFU);
    return id;
}

}  // namespace dibs
