// The client's half of WebSocket (RFC 6455), as bytes: handshake, frames out, frames in. Pure; the
// connection is stream_connection's. No extensions, text messages only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dibs::cli::websocket {

enum class Opcode : std::uint8_t {
    continuation = 0,
    text = 1,
    binary = 2,
    close = 8,
    ping = 9,
    pong = 10,
};

struct Message {
    Opcode opcode{};
    std::string payload;
};

// What the server must answer to this Sec-WebSocket-Key (RFC 6455, 4.2.2).
[[nodiscard]] std::string accept_for(std::string_view key);
// 16 bytes as base64, for Sec-WebSocket-Key.
[[nodiscard]] std::string base64(std::string_view bytes);

// One whole, masked frame; `mask` is four random bytes.
[[nodiscard]] std::string client_frame(Opcode opcode, std::string_view payload, std::uint32_t mask);

// Takes what the server sends, in pieces of any size, and gives whole messages. After broken() is
// set nothing more comes out.
class Reader {
  public:
    void feed(std::string_view bytes) { buffer_ += bytes; }
    [[nodiscard]] std::optional<Message> next();
    // Which rule the server broke; empty if none.
    [[nodiscard]] const std::string& broken() const { return broken_; }

  private:
    struct Frame {
        Opcode opcode{};
        bool last = true;
        std::size_t header = 0, size = 0;
    };
    std::optional<Frame> frame_head();
    std::optional<Message> take(const Frame& frame);
    std::nullopt_t fail(const char* rule);

    std::string buffer_;
    std::string partial_;  // of a message in several frames
    bool in_message_ = false;
    std::string broken_;
};

}  // namespace dibs::cli::websocket
