// Chunked bodies without a server. smuggling_test.cpp sends the refused ones through a server too.
#include "api/http/message/chunked_body.hpp"

#include <random>

#include <gtest/gtest.h>

namespace dibs::http {
namespace {

// The body, or the status of its refusal; followed by "…" if it is incomplete.
std::string read(std::string_view bytes, std::size_t most = 100) {
    ChunkedBody chunks(most);
    std::string body;
    const auto taken = chunks.take(bytes, body);
    if (chunks.fault()) return std::to_string(chunks.fault()->status);
    if (!chunks.done()) return body + "…";
    return body + std::string(bytes.substr(taken));
}

TEST(ChunkedBody, chunks_are_joined_and_later_bytes_left) {
    EXPECT_EQ(read("0\r\n\r\n"), "");
    EXPECT_EQ(read("3\r\nabc\r\n0\r\n\r\n|more"), "abc|more");
    EXPECT_EQ(read("2\r\n\r\n\r\n0000A\r\n0\r\n\r\n1234\n\r\n00\r\n\r\n"), "\r\n0\r\n\r\n1234\n");
    EXPECT_EQ(read("3\r\nab"), "ab…");
    EXPECT_EQ(read("3\r\nabc\r\n0\r\n\r"), "abc…");
}

TEST(ChunkedBody, body_above_the_limit_is_refused) {
    EXPECT_EQ(read("4\r\nabcd\r\n0\r\n\r\n", 4), "abcd");
    EXPECT_EQ(read("3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n", 4), "413");
    EXPECT_EQ(read("5\r\nabcde\r\n", 4), "400");
    EXPECT_EQ(read("ffffffff\r\n", 4), "400");
}

TEST(ChunkedBody, malformed_chunks_are_refused) {
    for (const auto* bytes :
         {"\r\n", ";a\r\n", "3;a=b\r\n", "3 \r\n", " 3\r\n", "+3\r\n", "0x3\r\n", "g\r\n", "3\n",
          "3\ra", "3\r\nabcd", "3\r\nabc\n", "3\r\nabc\rx", "123456789\r\n", "0\r\nX: y\r\n\r\n",
          "0\r\n\n", "0\r\n\rx", "0\n"}) {
        EXPECT_EQ(read(bytes), "400") << bytes;
    }
}

TEST(ChunkedBody, body_is_the_same_in_any_split) {
    std::mt19937 random(7);
    for (int turn = 0; turn < 2000; ++turn) {
        std::string bytes = "5\r\nabcde\r\n3\r\nfgh\r\n0\r\n\r\nGET";
        for (auto n = random() % 3; n > 0; --n) {
            bytes[random() % bytes.size()] = "\r\n0a;: g"[random() % 8];
        }
        ChunkedBody chunks(100);
        std::string body;
        std::string_view rest = bytes;
        while (!rest.empty() && !chunks.done() && !chunks.fault()) {
            rest.remove_prefix(chunks.take(rest.substr(0, 1 + random() % 4), body));
        }
        const auto whole = read(bytes);
        if (chunks.fault()) {
            EXPECT_EQ(whole, std::to_string(chunks.fault()->status)) << bytes;
        } else {
            EXPECT_EQ(whole, body + (chunks.done() ? std::string(rest) : "…")) << bytes;
        }
    }
}

}  // namespace
}  // namespace dibs::http
