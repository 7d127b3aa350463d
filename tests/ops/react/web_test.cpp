// The requests to webhooks and chats, and the results of their answers.
#include "ops/react/web/chat.hpp"
#include "ops/react/web/verdict.hpp"
#include "ops/react/web/webhook.hpp"
#include "tests/support/record_maker.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;
using namespace web;

TEST(Webhook, signature_matches_the_specification) {
    const auto secret = parse_webhook_secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    const auto old = parse_webhook_secret("whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
    ASSERT_TRUE(secret && old);
    const auto sign = [](std::vector<std::string> secrets) {
        return webhook_signature(secrets, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330,
                                 R"({"test": 2432232314})");
    };
    EXPECT_EQ(sign({*secret}), "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    EXPECT_EQ(sign({*secret, *old}),
              "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE= "
              "v1,woH/1mJtZGSMCmpFTxRYbStS24eLLD/oXIYr4PYyZ7g=");
}

TEST(Webhook, short_or_invalid_secret_is_rejected) {
    for (const auto* bad :
         {"", "whsec_", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_MfKQ9r8G",
          "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS!", "whsec_MfKQ 9r8GKYqrTwjUPD8"}) {
        EXPECT_EQ(parse_webhook_secret(bad), std::nullopt) << bad;
    }
    EXPECT_TRUE(parse_webhook_secret("whsec_" + std::string(84, 'A') + "AA=="));   // 64 bytes
    EXPECT_FALSE(parse_webhook_secret("whsec_" + std::string(84, 'A') + "AAA="));  // 65
    EXPECT_FALSE(parse_webhook_secret("whsec_" + std::string(4000, 'A')));
}

TEST(Webhook, recorded_name_omits_possible_secrets) {
    EXPECT_EQ(webhook_name("violation.*", "https://example.org/hook?key=abc#x"),
              "on violation.* post https://example.org/hook");
    EXPECT_EQ(chat_name("*", "/etc/dibs/chat_url"), "on * chat /etc/dibs/chat_url");
}

TEST(WebUrl, accepts_only_http_urls_with_host_and_without_user) {
    for (const auto* good :
         {"https://example.org/hook?a=b", "http://127.0.0.1:8080", "http://[::1]/x"}) {
        EXPECT_TRUE(is_web_url(good)) << good;
    }
    for (const auto* bad :
         {"", "example.org", "ftp://example.org/x", "file:///etc/passwd", "https://", "https:///x",
          "https://u:p@example.org/", "https://exa mple.org", "https://example.org/\r\nx",
          "https://example.org\\@evil.org", "https://:80"}) {
        EXPECT_FALSE(is_web_url(bad)) << bad;
    }
}

EffectEnd of(int status, std::string retry_after = {}, Duration age = 0ms, std::string body = {}) {
    return verdict(
        {.status = status, .body = std::move(body), .retry_after = std::move(retry_after)},
        some_time - age, some_time);
}

TEST(Verdict, status_maps_to_done_failed_or_never) {
    EXPECT_TRUE(of(200).good);
    EXPECT_TRUE(of(204).good);
    EXPECT_TRUE(of(410).for_good);
    EXPECT_FALSE(of(410).good);
    for (const int status : {199, 300, 302, 400, 401, 404, 429, 500, 503}) {
        const auto end = of(status);
        EXPECT_FALSE(end.good || end.for_good || end.postponed) << status;
        EXPECT_TRUE(end.detail.starts_with("it answers " + std::to_string(status)));
    }
    EXPECT_EQ(of(302).detail, "it answers 302, a redirect, which is not followed");
    EXPECT_EQ(verdict({.why = "Could not connect"}, some_time, some_time).detail,
              "Could not connect");
    EXPECT_TRUE(verdict({.interrupted = true}, some_time, some_time).interrupted);
}

TEST(Verdict, retry_after_postpones_up_to_an_hour_and_a_day_in_total) {
    EXPECT_EQ(of(429, "7").postponed, some_time + 7s);
    EXPECT_EQ(of(503, "0").postponed, some_time);
    EXPECT_EQ(of(503, "99999999999").postponed, some_time + 1h);
    EXPECT_EQ(of(429, "Sat, 01 Jan 2000 00:00:00 GMT").postponed, some_time);
    EXPECT_EQ(of(429, "Fri, 31 Dec 2100 23:59:59 GMT").postponed, some_time + 1h);
    for (const auto* nonsense : {"", "soon", "-5", "7 apples"}) {
        EXPECT_FALSE(of(429, nonsense).postponed) << nonsense;
    }
    EXPECT_FALSE(of(500, "7").postponed);
    EXPECT_TRUE(of(429, "7", 24h - 1ms).postponed);
    EXPECT_FALSE(of(429, "7", 24h).postponed) << "it fails then, and is given up in the end";
}

TEST(Verdict, only_a_single_word_of_the_answer_is_repeated) {
    EXPECT_EQ(of(404, "", 0ms, "no_service").detail, "it answers 404: no_service");
    for (const auto* text : {"Cannot POST /services/T0/B0/abc", "ann@example.org", "Ann", ""}) {
        EXPECT_EQ(of(404, "", 0ms, text).detail, "it answers 404") << text;
    }
}

TEST(Chat, chat_text_mentions_nobody_and_has_only_its_own_link) {
    EXPECT_EQ(chat_body("ann booked gpu03:0-1", "https://dibs.example.org/history?event=7"),
              R"({"text":"ann booked gpu03:0-1 https://dibs.example.org/history?event=7"})");
    EXPECT_EQ(chat_body("<!channel> & <@U1> <https://evil|ok>", ""),
              "{\"text\":\"&lt;!channel&gt; &amp; &lt;@\u200BU1&gt; &lt;https://evil|ok&gt;\"}");
    EXPECT_EQ(chat_body("@here [ok](https://evil)", ""),
              "{\"text\":\"@\u200Bhere [ok]\u200B(https://evil)\"}");
    EXPECT_EQ(chat_body("a\n\"b\"\x1b", ""), R"({"text":"a \"b\" "})");
}

}  // namespace
}  // namespace dibs::test
