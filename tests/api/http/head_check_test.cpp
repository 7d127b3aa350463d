// The head parser without a server: its parts, the end of a head, the refusals.
#include "api/http/message/head_check.hpp"

#include <random>
#include <string>

#include <gtest/gtest.h>

namespace dibs::http {
namespace {

int status_of(const std::string& head) {
    const auto checked = check_head(head);
    return checked ? 200 : checked.error().status;
}

std::string with_target(const std::string& target) {
    return "GET " + target + " HTTP/1.1\r\nHost: x\r\n\r\n";
}

TEST(HeadCheck, request_head_is_parsed_into_its_parts) {
    const std::string bytes =
        "POST /a/b%20c?x=1&y=%2f HTTP/1.1\r\nhost: [::1]:8080\r\nContent-Length: 12\r\n"
        "Accept:\t */* \t\r\nX-Empty:\r\n\r\n";
    const auto head = check_head(bytes);
    ASSERT_TRUE(head) << head.error().rule;
    EXPECT_EQ(head->method, "POST");
    EXPECT_EQ(head->path, "/a/b%20c");
    EXPECT_EQ(head->query, "x=1&y=%2f");
    EXPECT_EQ(head->content_length, 12U);
    EXPECT_TRUE(head->keep_alive);
    ASSERT_EQ(head->field_count, 4U);
    EXPECT_EQ(head->fields[2].name, "Accept");
    EXPECT_EQ(head->fields[2].value, "*/*");
    EXPECT_EQ(head->fields[3].value, "");
}

TEST(HeadCheck, head_end_is_found_in_any_split) {
    const std::string head = with_target("/a");
    const std::string bytes = head + "more\r\n\r\n";
    for (std::size_t cut = 1; cut < bytes.size(); ++cut) {
        auto end = find_head_end(bytes.substr(0, cut), 0);
        ASSERT_TRUE(end);
        if (*end == 0) end = find_head_end(bytes, cut);
        ASSERT_TRUE(end);
        EXPECT_EQ(*end, head.size()) << "cut at " << cut;
    }
}

TEST(HeadCheck, bare_line_end_is_refused_as_soon_as_it_arrives) {
    EXPECT_FALSE(find_head_end("GET / HTTP/1.1\n", 0));
    EXPECT_FALSE(find_head_end("\r\n", 0));
    EXPECT_FALSE(find_head_end("\x16\x03\x01", 0));  // a TLS hello on the plain port
}

TEST(HeadCheck, unknown_methods_are_501_and_broken_ones_400) {
    EXPECT_EQ(status_of("CONNECT /a HTTP/1.1\r\nHost: x\r\n\r\n"), 501);
    EXPECT_EQ(status_of("BREW / HTTP/1.1\r\nHost: x\r\n\r\n"), 501);
    EXPECT_EQ(status_of("QUERY / HTTP/1.1\r\nHost: x\r\n\r\n"), 200);
    EXPECT_EQ(status_of("get / HTTP/1.1\r\nHost: x\r\n\r\n"), 501);
    EXPECT_EQ(status_of("GE(T / HTTP/1.1\r\nHost: x\r\n\r\n"), 400);
}

TEST(HeadCheck, targets_are_paths_in_valid_characters) {
    for (const auto* good : {"/", "/a-b_c~d.e", "/a:b@c!$&'()*+,;=", "/%41?q=/?", "/..."}) {
        EXPECT_EQ(status_of(with_target(good)), 200) << good;
    }
    for (const auto* bad :
         {"*",    "a",     "http://x?a", "ftp://x/", "http://x/..", "/a#b", "/a\"b", "/a<b",
          "/a|b", "/a\\b", "/\xC3\xA4",  "/%",       "/%4",         "/%zz", "/%00",  "/%0a",
          "/%7f", "/.",    "/..",        "/a/../b",  "/a/%2E./b",   "/a/."}) {
        EXPECT_EQ(status_of(with_target(bad)), 400) << bad;
    }
}

TEST(HeadCheck, absolute_target_gives_its_path_on_the_same_host) {
    const auto path_of = [](const std::string& target, const std::string& host) {
        const auto bytes = "GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n";
        const auto head = check_head(bytes);
        return head ? std::string(head->path) + '?' + std::string(head->query) : "refused";
    };
    EXPECT_EQ(path_of("http://x/a?b=c", "x"), "/a?b=c");
    EXPECT_EQ(path_of("HTTPS://X.example:443/a", "x.Example:443"), "/a?");
    EXPECT_EQ(path_of("http://[::1]:8080/", "[::1]:8080"), "/?");
    EXPECT_EQ(path_of("http://x", "x"), "/?");
    EXPECT_EQ(path_of("http://y/a", "x"), "refused");
}

TEST(HeadCheck, options_accepts_an_asterisk) {
    const auto head = check_head("OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n");
    ASSERT_TRUE(head);
    EXPECT_EQ(head->path, "*");
    EXPECT_EQ(status_of("OPTIONS ** HTTP/1.1\r\nHost: x\r\n\r\n"), 400);
}

TEST(HeadCheck, body_is_chunked_only_without_other_framing) {
    const auto head =
        check_head("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: Chunked\r\n\r\n");
    ASSERT_TRUE(head);
    EXPECT_TRUE(head->chunked);
    EXPECT_EQ(head->content_length, 0U);
}

TEST(HeadCheck, connection_options_are_a_list) {
    const auto keeps = [](const std::string& value) {
        const auto bytes = "GET / HTTP/1.1\r\nHost: x\r\nConnection: " + value + "\r\n\r\n";
        return check_head(bytes)->keep_alive;
    };
    EXPECT_TRUE(keeps("keep-alive"));
    EXPECT_FALSE(keeps("keep-alive, Close"));
    EXPECT_TRUE(keeps("closed"));
}

TEST(HeadCheck, upgrade_needs_both_fields_and_a_get) {
    const auto upgrades = [](const std::string& method, const std::string& fields) {
        const auto bytes = method + " / HTTP/1.1\r\nHost: x\r\n" + fields + "\r\n";
        return check_head(bytes)->websocket;
    };
    EXPECT_TRUE(upgrades("GET", "Upgrade: WebSocket\r\nConnection: keep-alive, Upgrade\r\n"));
    EXPECT_FALSE(upgrades("GET", "Upgrade: websocket\r\n"));
    EXPECT_FALSE(upgrades("GET", "Upgrade: h2c\r\nConnection: Upgrade\r\n"));
    EXPECT_FALSE(upgrades("POST", "Upgrade: websocket\r\nConnection: Upgrade\r\n"));
}

TEST(HeadCheck, repeated_single_field_is_refused) {
    for (const auto* name : {"Authorization", "Cookie", "Origin", "Content-Type", "If-Match",
                             "Idempotency-Key", "Upgrade", "Sec-Fetch-Site"}) {
        const auto line = std::string(name) + ": a\r\n";
        EXPECT_EQ(status_of("GET / HTTP/1.1\r\nHost: x\r\n" + line + line + "\r\n"), 400) << name;
    }
    EXPECT_EQ(status_of("GET / HTTP/1.1\r\nHost: x\r\nAccept: a\r\nAccept: b\r\n\r\n"), 200);
}

TEST(HeadCheck, more_than_64_fields_are_431) {
    std::string head = "GET / HTTP/1.1\r\nHost: x\r\n";
    for (int i = 0; i < 63; ++i) head += "A: b\r\n";
    EXPECT_EQ(status_of(head + "\r\n"), 200);
    EXPECT_EQ(status_of(head + "A: b\r\n\r\n"), 431);
}

TEST(HeadCheck, compressed_body_is_415_and_other_expectation_417) {
    const std::string post = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n";
    EXPECT_EQ(status_of(post + "Content-Encoding: gzip\r\n\r\n"), 415);
    EXPECT_EQ(status_of(post + "Expect: wonders\r\n\r\n"), 417);
    EXPECT_EQ(status_of(post + "Expect: 100-Continue\r\n\r\n"), 200);
}

// An accepted head consists of the given bytes and obeys the framing rules.
TEST(HeadCheck, mutated_heads_never_break_the_framing_rules) {
    const std::string seed =
        "POST /a/b?c=d HTTP/1.1\r\nHost: x\r\nContent-Length: 12\r\nConnection: close\r\n"
        "Transfer-Encoding: chunked\r\nCookie: a=b\r\n\r\n";
    std::mt19937 random(7);
    int taken = 0;
    for (int i = 0; i < 100'000; ++i) {
        std::string head = seed;
        if (i % 2 == 0) head.erase(head.find("Transfer"), 28);
        for (auto n = random() % 4; n > 0; --n) {
            const auto at = random() % head.size();
            switch (random() % 3) {
                case 0:
                    head[at] = static_cast<char>(random() % 256);
                    break;
                case 1:
                    head.erase(at, random() % 8);
                    break;
                default:
                    head.insert(at, 1, "\r\n\t :,%\0x"[random() % 9]);
            }
        }
        const auto checked = check_head(head);
        if (!checked) continue;
        ++taken;
        EXPECT_TRUE(checked->path.starts_with('/'));
        EXPECT_EQ(head.find('\0'), std::string::npos);
        EXPECT_TRUE(head.ends_with("\r\n\r\n"));
        EXPECT_EQ(find_head_end(head, 0).value_or(0), head.size());
    }
    EXPECT_GT(taken, 1000);
}

}  // namespace
}  // namespace dibs::http
