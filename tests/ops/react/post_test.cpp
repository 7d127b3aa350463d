// A POST to a receiver that hangs, floods, redirects, or sends only a status.
// tests/system/hooks/webhook_test.py has well-behaved ones.
#include "ops/react/web/post.hpp"

#include "tests/support/local_server.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;
using namespace web;
using Steady = std::chrono::steady_clock;

struct PostAttempt {
    Answer answer;
    std::string heard;  // the raw request header
    Steady::duration took{};
};

PostAttempt attempt_post(const std::string& says, bool hangs = false, bool stops = false,
                         std::chrono::milliseconds deadline = 20s) {
    PostAttempt tried;
    const std::atomic<bool> stopping{stops};
    {
        LocalServer server([&](Connection& client) {
            tried.heard = client.hear("\r\n\r\n");
            tried.heard += client.hear("}");
            client.say(says);
            if (hangs) client.hang();
        });
        const auto url = "http://127.0.0.1:" + std::to_string(server.port()) + "/hook?key=1";
        const auto begin = Steady::now();
        tried.answer = post({.url = url,
                             .lines = {"content-type: application/json"},
                             .body = "{}",
                             .deadline = deadline},
                            stopping);
        tried.took = Steady::now() - begin;
    }
    return tried;
}

TEST(Post, post_sends_body_unchanged_and_returns_status) {
    const auto tried = attempt_post("HTTP/1.1 204 fine\r\n\r\n");
    EXPECT_EQ(tried.answer.status, 204);
    EXPECT_TRUE(tried.heard.starts_with("POST /hook?key=1 HTTP/1.1\r\n")) << tried.heard;
    EXPECT_TRUE(tried.heard.ends_with("\r\n\r\n{}")) << tried.heard;
    EXPECT_EQ(tried.heard.find("Expect"), std::string::npos);
}

TEST(Post, post_does_not_wait_after_success_status) {
    for (const auto* says :
         {"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n",
          "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 202 OK\r\nContent-Length: 9\r\n\r\nx"}) {
        const auto tried = attempt_post(says, true);
        EXPECT_GE(tried.answer.status, 200);
        EXPECT_LT(tried.took, 5s);
    }
}

TEST(Post, post_limits_the_bytes_it_reads) {
    const auto flood = std::string(10'000'000, 'x');
    auto tried = attempt_post("HTTP/1.1 500 no\r\nContent-Length: 10000000\r\n\r\n" + flood);
    EXPECT_EQ(tried.answer.status, 500);
    EXPECT_LE(tried.answer.body.size(), 64U << 10U);
    tried = attempt_post("HTTP/1.1 200 OK\r\nX: " + flood + "\r\n\r\n");
    EXPECT_LT(tried.took, 10s);
    std::string lines = "HTTP/1.1 200 OK\r\n";
    for (int i = 0; i < 100'000; ++i) lines += "X-Line: 1\r\n";
    tried = attempt_post(lines, true);
    EXPECT_LT(tried.took, 10s);
}

TEST(Post, redirect_is_not_followed) {
    int other = 0;
    LocalServer elsewhere([&](Connection& client) {
        ++other;
        client.say("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    });
    const auto tried = attempt_post(
        "HTTP/1.1 307 there\r\nLocation: http://127.0.0.1:" + std::to_string(elsewhere.port()) +
        "/\r\nContent-Length: 0\r\n\r\n");
    EXPECT_EQ(tried.answer.status, 307);
    EXPECT_EQ(other, 0);
}

TEST(Post, retry_after_header_is_returned) {
    const auto tried =
        attempt_post("HTTP/1.1 429 no\r\nRETRY-AFTER:  120 \r\nContent-Length: 0\r\n\r\n");
    EXPECT_EQ(tried.answer.retry_after, "120");
}

TEST(Post, post_ends_at_deadline_and_when_dibs_stops) {
    auto tried = attempt_post("", true, false, 300ms);
    EXPECT_EQ(tried.answer.status, 0);
    EXPECT_EQ(tried.answer.why, "no answer within 300 ms");
    EXPECT_FALSE(tried.answer.interrupted);
    EXPECT_LT(tried.took, 5s);
    tried = attempt_post("", true, true);
    EXPECT_TRUE(tried.answer.interrupted);
    EXPECT_LT(tried.took, 1s);
}

TEST(Post, failure_reason_contains_no_address) {
    const std::atomic<bool> stopping{false};
    const auto answer = post({.url = "http://127.0.0.1:1/secret"}, stopping);
    EXPECT_EQ(answer.status, 0);
    EXPECT_FALSE(answer.why.empty());
    EXPECT_EQ(answer.why.find("secret"), std::string::npos);
    const auto broken = attempt_post("nonsense\r\n\r\n");
    EXPECT_EQ(broken.answer.status, 0) << broken.answer.status;
}

}  // namespace
}  // namespace dibs::test
