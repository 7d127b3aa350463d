// The client's half of WebSocket, byte for byte.
#include "api/cli/lib/websocket.hpp"

#include <gtest/gtest.h>

namespace dibs::cli::websocket {
namespace {

std::string server_frame(unsigned first, std::string_view payload) {
    std::string frame(1, static_cast<char>(first));
    if (payload.size() < 126) {
        frame += static_cast<char>(payload.size());
    } else {
        frame += static_cast<char>(126);
        frame += static_cast<char>(payload.size() >> 8U);
        frame += static_cast<char>(payload.size() & 0xffU);
    }
    return frame + std::string(payload);
}

TEST(WebSocket, the_proof_is_the_one_of_the_rfcs_example) {
    EXPECT_EQ(accept_for("dGhlIHNhbXBsZSBub25jZQ=="), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    EXPECT_EQ(base64("the sample nonce"), "dGhlIHNhbXBsZSBub25jZQ==");
    EXPECT_EQ(base64(""), "");
    EXPECT_EQ(base64("abc"), "YWJj");
}

TEST(WebSocket, a_frame_out_is_masked_as_in_the_rfcs_example) {
    EXPECT_EQ(client_frame(Opcode::text, "Hello", 0x37fa213dU),
              "\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58");
    EXPECT_EQ(client_frame(Opcode::text, std::string(200, 'x'), 1).substr(0, 4),
              std::string("\x81\xfe\x00\xc8", 4));
}

TEST(WebSocket, messages_come_whole_however_the_bytes_arrive) {
    const std::string bytes = server_frame(0x01, "Hel") + server_frame(0x89, "ping") +
                              server_frame(0x80, "lo") + server_frame(0x81, std::string(300, 'y'));
    Reader reader;
    std::vector<Message> messages;
    for (const char c : bytes) {
        reader.feed(std::string_view(&c, 1));
        while (auto message = reader.next()) messages.push_back(*message);
    }
    ASSERT_EQ(messages.size(), 3U);
    EXPECT_EQ(messages[0].opcode, Opcode::ping);
    EXPECT_EQ(messages[1].payload, "Hello");
    EXPECT_EQ(messages[2].payload.size(), 300U);
    EXPECT_EQ(reader.broken(), "");
}

TEST(WebSocket, a_server_that_breaks_the_rules_is_not_listened_to) {
    const std::vector<std::string> broken{
        client_frame(Opcode::text, "masked", 7),  // servers do not mask
        server_frame(0xc1, "reserved bit"),       // no extension was agreed
        server_frame(0x83, "unknown opcode"),
        server_frame(0x80, "continues nothing"),
        server_frame(0x01, "a") + server_frame(0x81, "new before the end"),
        server_frame(0x09, "split ping"),
        server_frame(0x89, std::string(126, 'p')),  // a long ping
        server_frame(0x82, "binary"),
        std::string("\x81\x7f\x00\x00\x00\x01\x00\x00\x00\x00", 10)};  // 4 GiB to come
    for (const auto& bytes : broken) {
        Reader reader;
        reader.feed(bytes);
        while (reader.next()) {
        }
        EXPECT_FALSE(reader.broken().empty()) << bytes.substr(0, 20);
    }
}

}  // namespace
}  // namespace dibs::cli::websocket
