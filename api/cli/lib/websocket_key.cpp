// The handshake's proof: SHA-1 and base64, as RFC 6455 wants them. SHA-1 protects nothing here; it
// shows that the other side speaks WebSocket.
#include "api/cli/lib/websocket.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace dibs::cli::websocket {
namespace {

using Words = std::array<std::uint32_t, 5>;

void take_block(Words& state, std::string_view block) {
    std::array<std::uint32_t, 80> w{};
    for (std::size_t i = 0; i < 64; ++i) {
        w[i / 4] = (w[i / 4] << 8U) | static_cast<unsigned char>(block[i]);
    }
    for (std::size_t i = 16; i < 80; ++i) {
        w[i] = std::rotl(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    }
    auto [a, b, c, d, e] = state;
    for (std::size_t i = 0; i < 80; ++i) {
        std::uint32_t f = b ^ c ^ d;
        std::uint32_t k = i < 40 ? 0x6ed9eba1U : 0xca62c1d6U;
        if (i < 20) {
            f = (b & c) | (~b & d);
            k = 0x5a827999U;
        } else if (i >= 40 && i < 60) {
            f = (b & c) | (b & d) | (c & d);
            k = 0x8f1bbcdcU;
        }
        const auto next = std::rotl(a, 5) + f + e + k + w[i];
        e = d;
        d = c;
        c = std::rotl(b, 30);
        b = a;
        a = next;
    }
    state = {state[0] + a, state[1] + b, state[2] + c, state[3] + d, state[4] + e};
}

std::string sha1(std::string text) {
    const std::uint64_t bits = text.size() * 8;
    text += '\x80';
    while (text.size() % 64 != 56) text += '\0';
    for (int shift = 56; shift >= 0; shift -= 8) text += static_cast<char>(bits >> unsigned(shift));
    Words state{0x67452301U, 0xefcdab89U, 0x98badcfeU, 0x10325476U, 0xc3d2e1f0U};
    for (std::size_t at = 0; at < text.size(); at += 64) {
        take_block(state, std::string_view(text).substr(at, 64));
    }
    std::string digest;
    for (const auto word : state) {
        for (int shift = 24; shift >= 0; shift -= 8) {
            digest += static_cast<char>(word >> unsigned(shift));
        }
    }
    return digest;
}

}  // namespace

std::string base64(std::string_view bytes) {
    constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        std::uint32_t three = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            three <<= 8U;
            if (at + i < bytes.size()) three |= static_cast<unsigned char>(bytes[at + i]);
        }
        for (std::size_t i = 0; i < 4; ++i) {
            const bool filled = at + i <= bytes.size();
            text += filled ? digits[(three >> (18U - 6U * i)) & 63U] : '=';
        }
    }
    return text;
}

std::string accept_for(std::string_view key) {
    return base64(sha1(std::string(key) + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"));
}

}  // namespace dibs::cli::websocket
