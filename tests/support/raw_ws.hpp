// A WebSocket client over RawSocket. Builds frames by hand, including invalid ones.
#pragma once

#include "tests/support/raw_http.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dibs::test {

struct WsFrame {
    int opcode = 0;  // 1 text, 8 close, 9 ping, 10 pong
    bool last = true;
    std::string payload{};

    [[nodiscard]] int close_code() const {
        if (opcode != 8 || payload.size() < 2) return 0;
        return static_cast<unsigned char>(payload[0]) * 256 +
               static_cast<unsigned char>(payload[1]);
    }
};

[[nodiscard]] inline std::string upgrade_request(std::string_view path,
                                                 std::string_view more = {}) {
    return "GET " + std::string(path) +
           " HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
           "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n" +
           std::string(more) + "\r\n";
}

// A masked frame, as clients send them.
[[nodiscard]] inline std::string ws_frame(int opcode, std::string_view payload, bool last = true) {
    std::string bytes(1, static_cast<char>((last ? 0x80 : 0) | opcode));
    if (payload.size() < 126) {
        bytes += static_cast<char>(0x80 | payload.size());
    } else if (payload.size() < 65536) {
        bytes += static_cast<char>(0x80 | 126);
        bytes += static_cast<char>(payload.size() >> 8);
        bytes += static_cast<char>(payload.size() & 255);
    } else {
        bytes += static_cast<char>(0x80 | 127);
        for (int shift = 56; shift >= 0; shift -= 8) {
            bytes += static_cast<char>((payload.size() >> shift) & 255);
        }
    }
    constexpr std::string_view mask = "\x11\x22\x33\x44";
    bytes += mask;
    for (std::size_t i = 0; i < payload.size(); ++i) {
        bytes += static_cast<char>(payload[i] ^ mask[i % 4]);
    }
    return bytes;
}

class RawWs {
  public:
    RawWs(std::uint16_t port, std::string_view path, std::string_view more = {},
          int receive_bytes = 0)
        : socket(port, receive_bytes) {
        socket.send(upgrade_request(path, more));
        response = socket.read_response(false);
    }
    bool send_text(std::string_view text) { return socket.send(ws_frame(1, text)); }

    // The next frame; answers pings meanwhile.
    std::optional<WsFrame> read(std::chrono::milliseconds wait = std::chrono::milliseconds(5000)) {
        for (;;) {
            auto frame = read_any(wait);
            if (!frame || frame->opcode != 9) return frame;
            socket.send(ws_frame(10, frame->payload));
        }
    }
    std::optional<WsFrame> read_any(std::chrono::milliseconds wait) {
        const auto start = socket.read(2, wait);
        if (!start) return std::nullopt;
        WsFrame frame;
        frame.opcode = (*start)[0] & 15;
        frame.last = ((*start)[0] & 0x80) != 0;
        std::uint64_t size = static_cast<unsigned char>((*start)[1]) & 127U;
        if (size >= 126) {
            const auto more = socket.read(size == 126 ? 2 : 8, wait);
            if (!more) return std::nullopt;
            size = 0;
            for (const char c : *more) size = size * 256 + static_cast<unsigned char>(c);
        }
        auto payload = socket.read(static_cast<std::size_t>(size), wait);
        if (!payload) return std::nullopt;
        frame.payload = std::move(*payload);
        return frame;
    }
    std::string read_text() {
        const auto frame = read();
        return frame && frame->opcode == 1 ? frame->payload : "";
    }

    RawSocket socket;
    RawResponse response;
};

}  // namespace dibs::test
