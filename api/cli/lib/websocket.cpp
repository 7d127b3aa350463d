// Frames. Lengths are checked before anything is kept: a message may have 16 MiB.
#include "api/cli/lib/websocket.hpp"

namespace dibs::cli::websocket {
namespace {

constexpr std::size_t most_message_bytes = 16U << 20U;
constexpr std::size_t most_control_bytes = 125;
constexpr unsigned sixteen_bits = 126;
constexpr unsigned sixty_four_bits = 127;

bool is_control(Opcode opcode) {
    return static_cast<unsigned>(opcode) >= 8;
}

bool is_known(unsigned opcode) {
    return opcode <= 2 || (opcode >= 8 && opcode <= 10);
}

}  // namespace

std::string client_frame(Opcode opcode, std::string_view payload, std::uint32_t mask) {
    std::string frame;
    const auto push = [&](std::uint64_t value) { frame += static_cast<char>(value & 0xffU); };
    push(0x80U | static_cast<unsigned>(opcode));
    if (payload.size() < sixteen_bits) {
        push(0x80U | payload.size());
    } else if (payload.size() <= 0xffff) {
        push(0x80U | sixteen_bits);
        push(payload.size() >> 8U);
        push(payload.size());
    } else {
        push(0x80U | sixty_four_bits);
        for (int shift = 56; shift >= 0; shift -= 8) push(payload.size() >> unsigned(shift));
    }
    for (int shift = 24; shift >= 0; shift -= 8) push(mask >> unsigned(shift));
    for (std::size_t i = 0; i < payload.size(); ++i) {
        const auto key = mask >> (24U - 8U * (i % 4U));
        push(static_cast<unsigned char>(payload[i]) ^ key);
    }
    return frame;
}

std::nullopt_t Reader::fail(const char* rule) {
    broken_ = rule;
    buffer_.clear();
    return std::nullopt;
}

std::optional<Reader::Frame> Reader::frame_head() {
    if (buffer_.size() < 2) return std::nullopt;
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(buffer_[i]); };
    if ((byte(0) & 0x70U) != 0 || !is_known(byte(0) & 0x0fU))
        return fail("an unknown kind of frame");
    if ((byte(1) & 0x80U) != 0) return fail("a masked frame");
    Frame frame{static_cast<Opcode>(byte(0) & 0x0fU), (byte(0) & 0x80U) != 0, 2, 0};
    const unsigned size = byte(1);
    const std::size_t extra = size == sixty_four_bits ? 8 : (size == sixteen_bits ? 2 : 0);
    if (buffer_.size() < 2 + extra) return std::nullopt;
    frame.header += extra;
    frame.size = extra == 0 ? size : 0;
    for (std::size_t i = 0; i < extra; ++i) frame.size = (frame.size << 8U) | byte(2 + i);
    if (frame.size + partial_.size() > most_message_bytes) return fail("a message over 16 MiB");
    if (is_control(frame.opcode) && (!frame.last || frame.size > most_control_bytes)) {
        return fail("a long or split control frame");
    }
    return frame;
}

std::optional<Message> Reader::take(const Frame& frame) {
    auto payload = buffer_.substr(frame.header, frame.size);
    buffer_.erase(0, frame.header + frame.size);
    if (is_control(frame.opcode)) return Message{frame.opcode, std::move(payload)};
    if ((frame.opcode == Opcode::continuation) != in_message_) return fail("frames out of order");
    if (frame.opcode == Opcode::binary) return fail("a binary message");
    partial_ += payload;
    in_message_ = !frame.last;
    if (in_message_) return Message{Opcode::continuation, {}};
    Message message{Opcode::text, std::move(partial_)};
    partial_.clear();
    return message;
}

std::optional<Message> Reader::next() {
    while (broken_.empty()) {
        const auto frame = frame_head();
        if (!frame || buffer_.size() - frame->header < frame->size) return std::nullopt;
        auto message = take(*frame);
        if (message && message->opcode != Opcode::continuation) return message;
    }
    return std::nullopt;
}

}  // namespace dibs::cli::websocket
