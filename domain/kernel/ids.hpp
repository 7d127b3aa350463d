// Identities. Each kind of thing has its own id type, so the compiler rejects a GPU's id where a
// reservation's id is needed. An id is a UUIDv7 (RFC 9562): it sorts by creation time, and a client
// may create it. People and JSON see "<prefix>_" and 26 digits of Crockford base32.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace dibs {

// The count of accepted events, from 1, without gaps. Tables, the API and people see it.
using Position = std::int64_t;

using Uuid = std::array<std::uint8_t, 16>;

// 26 digits of Crockford base32, most significant first, as ULID writes a 128-bit number.
void append_base32(std::string& out, const Uuid& uuid);
[[nodiscard]] inline std::string to_base32(const Uuid& uuid) {
    std::string text;
    append_base32(text, uuid);
    return text;
}
// Accepts upper and lower case. Nothing for any other length or digit, or a number above 128 bits.
[[nodiscard]] std::optional<Uuid> from_base32(std::string_view text);

template <std::size_t N>
struct IdPrefix {
    char text[N]{};
    // Implicit, to allow Id<"res">.
    constexpr IdPrefix(const char (&literal)[N]) { std::copy_n(literal, N, text); }  // NOLINT
    [[nodiscard]] constexpr std::string_view view() const { return {text, N - 1}; }
};

// Compares ids as numbers, word by word. It is inline, because every map of ids compares them.
[[nodiscard]] inline std::strong_ordering order_of(const Uuid& a, const Uuid& b) {
    static_assert(std::endian::native == std::endian::little);
    const auto word = [](const Uuid& uuid, std::size_t at) {
        std::uint64_t digits = 0;
        std::memcpy(&digits, &uuid[at], sizeof digits);
        return __builtin_bswap64(digits);
    };
    const auto first = word(a, 0) <=> word(b, 0);
    return first != 0 ? first : word(a, 8) <=> word(b, 8);
}

template <IdPrefix Prefix>
struct Id {
    Uuid uuid{};

    static constexpr std::string_view prefix() { return Prefix.view(); }
    friend bool operator==(const Id&, const Id&) = default;
    friend std::strong_ordering operator<=>(const Id& a, const Id& b) {
        return order_of(a.uuid, b.uuid);
    }
};

using PersonId = Id<"per">;
using SessionId = Id<"ses">;
using TokenId = Id<"tok">;
using GroupId = Id<"grp">;
using GrantId = Id<"grt">;
using HostId = Id<"host">;
using GpuId = Id<"gpu">;  // a bookable device: a whole GPU, or a slice of one
using ProcessId = Id<"prc">;
using ReservationId = Id<"res">;
using ViolationId = Id<"vio">;
using BoardId = Id<"brd">;
using FeedId = Id<"feed">;
using BudgetId = Id<"bud">;

// An id of any kind; ref.hpp has the functions for it. The prefix names the kind.
class Ref {
  public:
    static constexpr std::array kinds = {
        PersonId::prefix(),    SessionId::prefix(), TokenId::prefix(),   GrantId::prefix(),
        HostId::prefix(),      GpuId::prefix(),     ProcessId::prefix(), ReservationId::prefix(),
        ViolationId::prefix(), BoardId::prefix(),   GroupId::prefix(),   FeedId::prefix(),
        BudgetId::prefix()};

    Ref() : Ref(PersonId{}) {}
    template <IdPrefix Prefix>
    Ref(const Id<Prefix>& id)  // NOLINT(google-explicit-constructor): it is one
        : prefix_(Prefix.view()), uuid_(id.uuid) {}
    // Nothing if no kind has that prefix.
    [[nodiscard]] static std::optional<Ref> of(std::string_view prefix, const Uuid& uuid);

    [[nodiscard]] std::string_view prefix() const { return prefix_; }
    [[nodiscard]] const Uuid& uuid() const { return uuid_; }
    template <class AnyId>
    [[nodiscard]] bool is() const {
        return prefix_ == AnyId::prefix();
    }
    template <class AnyId>
    [[nodiscard]] std::optional<AnyId> as() const {
        return is<AnyId>() ? std::optional(AnyId{uuid_}) : std::nullopt;
    }
    friend bool operator==(const Ref&, const Ref&) = default;
    friend auto operator<=>(const Ref&, const Ref&) = default;

  private:
    std::string_view prefix_;
    Uuid uuid_;
};

template <IdPrefix Prefix>
void append_text(std::string& out, const Id<Prefix>& id) {
    (out += Prefix.view()) += '_';
    append_base32(out, id.uuid);
}
template <IdPrefix Prefix>
[[nodiscard]] std::string to_text(const Id<Prefix>& id) {
    std::string text;
    append_text(text, id);
    return text;
}

// Nothing if the prefix is another kind's or the digits are not valid.
template <class AnyId>
[[nodiscard]] std::optional<AnyId> parse_id(std::string_view text) {
    const auto prefix = AnyId::prefix();
    if (!text.starts_with(prefix) || text.size() <= prefix.size() || text[prefix.size()] != '_') {
        return std::nullopt;
    }
    const auto uuid = from_base32(text.substr(prefix.size() + 1));
    if (!uuid) return std::nullopt;
    return AnyId{*uuid};
}

}  // namespace dibs
