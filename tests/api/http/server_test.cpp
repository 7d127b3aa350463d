// The server over real sockets: order, limits, deadlines, prefix, hooks.
#include "tests/api/http/running_server.hpp"

#include <gtest/gtest.h>

namespace dibs::http {
namespace {

using test::RawSocket;
using namespace std::chrono_literals;

std::string get(const std::string& path) {
    return "GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n";
}

ServerConfig short_deadlines() {
    ServerConfig config;
    config.limits.header_deadline = 300ms;
    config.limits.body_deadline = 300ms;
    config.limits.idle_deadline = 300ms;
    config.limits.answer_deadline = 300ms;
    return config;
}

TEST(Server, answer_has_every_security_header) {
    const RunningServer running;
    const auto response = running.get("/hello");
    EXPECT_EQ(response.status, 200);
    EXPECT_EQ(response.body, "hello");
    EXPECT_EQ(response.header("content-type"), "text/plain; charset=utf-8");
    EXPECT_EQ(response.header("x-content-type-options"), "nosniff");
    EXPECT_EQ(response.header("cache-control"), "no-store");
    EXPECT_EQ(response.header("referrer-policy"), "no-referrer");
    EXPECT_EQ(response.header("cross-origin-opener-policy"), "same-origin");
    EXPECT_NE(response.header("content-security-policy").find("frame-ancestors 'none'"),
              std::string::npos);
    EXPECT_EQ(response.header("connection"), "");
}

TEST(Server, error_has_the_security_headers_too) {
    const RunningServer running;
    const auto missing = running.get("/nothing");
    EXPECT_EQ(missing.status, 404);
    EXPECT_EQ(missing.header("content-type"), "application/problem+json");
    EXPECT_EQ(missing.header("x-content-type-options"), "nosniff");
    const auto broken = running.connect().ask("GARBAGE\r\n\r\n");
    EXPECT_EQ(broken.status, 400);
    EXPECT_NE(broken.header("content-security-policy"), "");
}

TEST(Server, connection_is_kept_for_the_next_request) {
    const RunningServer running;
    auto socket = running.connect();
    for (int i = 0; i < 5; ++i) EXPECT_EQ(socket.ask(get("/hello")).body, "hello");
}

TEST(Server, pipelined_requests_are_answered_in_order_even_if_the_first_is_slow) {
    const RunningServer running;
    auto socket = running.connect();
    socket.send(get("/later") + get("/hello") + get("/items/7"));
    EXPECT_EQ(socket.read_response().body, "later");
    EXPECT_EQ(socket.read_response().body, "hello");
    EXPECT_EQ(socket.read_response().body, "7");
}

TEST(Server, a_request_may_arrive_byte_by_byte) {
    const RunningServer running;
    auto socket = running.connect();
    for (const char c :
         std::string("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc")) {
        socket.send(std::string(1, c));
    }
    EXPECT_EQ(socket.read_response().body, "abc");
}

TEST(Server, connection_close_is_answered_and_closed) {
    const RunningServer running;
    auto socket = running.connect();
    const auto response = socket.ask("GET /hello HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    EXPECT_EQ(response.header("connection"), "close");
    EXPECT_TRUE(socket.closed());
}

TEST(Server, http_1_0_is_answered_and_closed) {
    const RunningServer running;
    auto socket = running.connect();
    EXPECT_EQ(socket.ask("GET /hello HTTP/1.0\r\nConnection: keep-alive\r\n\r\n").body, "hello");
    EXPECT_TRUE(socket.closed());
}

TEST(Server, head_has_the_length_and_no_body) {
    const RunningServer running;
    auto socket = running.connect();
    socket.send("HEAD /hello HTTP/1.1\r\nHost: x\r\n\r\n" + get("/items/9"));
    const auto head = socket.read_response(false);
    EXPECT_EQ(head.status, 200);
    EXPECT_EQ(head.header("content-length"), "5");
    EXPECT_EQ(socket.read_response().body, "9");
}

TEST(Server, slow_reader_gets_a_large_body_whole) {
    const RunningServer running;
    RawSocket socket(running.port(), 4096);
    const auto response = socket.ask(get("/big"));
    EXPECT_EQ(response.body.size(), 1024U * 1024U);
    EXPECT_EQ(socket.ask(get("/hello")).body, "hello");
}

TEST(Server, a_head_over_the_limit_is_refused_with_431) {
    const RunningServer running;
    auto socket = running.connect();
    const auto response =
        socket.ask("GET /hello HTTP/1.1\r\nHost: x\r\nX: " + std::string(9000, 'a') + "\r\n\r\n");
    EXPECT_EQ(response.status, 431);
    EXPECT_TRUE(socket.closed());
}

TEST(Server, head_just_below_the_limit_is_accepted) {
    const RunningServer running;
    std::string head = "GET /hello HTTP/1.1\r\nHost: x\r\nX: ";
    head += std::string(8192 - head.size() - 4, 'a') + "\r\n\r\n";
    auto socket = running.connect();
    EXPECT_EQ(socket.ask(head + get("/hello")).status, 200);
    EXPECT_EQ(socket.read_response().status, 200);
}

TEST(Server, a_request_line_over_the_limit_is_refused_with_414) {
    const RunningServer running;
    const std::string from = " HTTP/1.1\r\nHost: x\r\n";
    for (const auto& head :
         {"GET /" + std::string(70'000, 'a'), "GET /" + std::string(9'000, 'a') + from,
          "GET /" + std::string(8'100, 'a') + from + "X: " + std::string(200, 'b')}) {
        auto socket = running.connect();
        EXPECT_EQ(socket.ask(head + "\r\n\r\n").status, 414);
        EXPECT_TRUE(socket.closed());
    }
}

TEST(Server, chunked_body_is_accepted_in_any_split) {
    const RunningServer running;
    const std::string request =
        "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        "3\r\nabc\r\n00000C\r\ndefghijklmno\r\n0\r\n\r\n";
    auto socket = running.connect();
    EXPECT_EQ(socket.ask(request + get("/hello")).body, "abcdefghijklmno");
    EXPECT_EQ(socket.read_response().body, "hello");
    for (const char c : request) socket.send(std::string(1, c));
    EXPECT_EQ(socket.read_response().body, "abcdefghijklmno");
}

TEST(Server, a_chunked_body_over_the_limit_is_413) {
    const RunningServer running;
    auto socket = running.connect();
    const std::string chunk = "4000\r\n" + std::string(0x4000, 'x') + "\r\n";
    std::string request = "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
    for (int i = 0; i < 5; ++i) request += chunk;
    EXPECT_EQ(socket.ask(request).status, 413);
    EXPECT_TRUE(socket.closed());
}

TEST(Server, known_methods_are_405_and_server_options_list_methods) {
    const RunningServer running;
    for (const std::string method : {"POST", "PUT", "PATCH", "DELETE", "TRACE", "QUERY"}) {
        const auto other = running.connect().ask(method + " /hello HTTP/1.1\r\nHost: x\r\n\r\n");
        EXPECT_EQ(other.status, 405) << method;
        EXPECT_EQ(other.header("allow"), "GET, HEAD") << method;
    }
    const auto options = running.connect().ask("OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_EQ(options.status, 204);
    EXPECT_EQ(options.header("allow"), "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
}

TEST(Server, an_absolute_target_finds_its_path) {
    const RunningServer running;
    const auto response = running.connect().ask("GET http://x/hello HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_EQ(response.body, "hello");
}

TEST(Server, a_body_over_the_limit_is_refused_with_413_while_it_is_being_sent) {
    const RunningServer running;
    auto socket = running.connect();
    socket.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 2000000\r\n\r\n");
    socket.send(std::string(2'000'000, 'x'));
    const auto response = socket.read_response();
    EXPECT_EQ(response.status, 413);
    EXPECT_NE(response.body.find("65536"), std::string::npos);
}

TEST(Server, body_of_exactly_the_limit_is_accepted) {
    const RunningServer running;
    const std::string body(65536, 'x');
    const auto response = running.connect().ask(
        "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 65536\r\n\r\n" + body);
    EXPECT_EQ(response.body, body);
}

TEST(Server, expect_continue_is_answered_before_the_body) {
    const RunningServer running;
    auto socket = running.connect();
    socket.send(
        "POST /echo HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
    EXPECT_EQ(socket.read_response().status, 100);
    socket.send("ok");
    EXPECT_EQ(socket.read_response().body, "ok");
}

TEST(Server, slow_head_is_answered_408_and_closed) {
    const RunningServer running(short_deadlines());
    auto socket = running.connect();
    socket.send("GET /hello HT");
    EXPECT_EQ(socket.read_response().status, 408);
    EXPECT_TRUE(socket.closed());
}

TEST(Server, the_head_deadline_is_absolute) {
    const RunningServer running(short_deadlines());
    auto socket = running.connect();
    const auto start = std::chrono::steady_clock::now();
    socket.send("GET /hello HTTP/1.1\r\nHost: x\r\n");
    bool open = true;
    while (open && std::chrono::steady_clock::now() - start < 5s) {
        open = socket.send("a: b\r\n");
        std::this_thread::sleep_for(20ms);
        char byte = 0;
        open = open && ::recv(socket.fd(), &byte, 1, MSG_DONTWAIT | MSG_PEEK) != 0 &&
               !(::recv(socket.fd(), &byte, 1, MSG_DONTWAIT | MSG_PEEK) > 0);
    }
    EXPECT_LT(std::chrono::steady_clock::now() - start, 2s);
    EXPECT_EQ(socket.read_response().status, 408);
}

TEST(Server, slow_body_is_answered_408_and_closed) {
    const RunningServer running(short_deadlines());
    auto socket = running.connect();
    socket.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc");
    EXPECT_EQ(socket.read_response().status, 408);
    EXPECT_TRUE(socket.closed());
}

TEST(Server, idle_connection_is_closed_without_an_answer) {
    const RunningServer running(short_deadlines());
    auto socket = running.connect();
    EXPECT_EQ(socket.ask(get("/hello")).status, 200);
    EXPECT_TRUE(socket.closed(3s));
}

TEST(Server, a_handler_that_never_answers_becomes_503) {
    const RunningServer running(short_deadlines());
    const auto response = running.get("/never");
    EXPECT_EQ(response.status, 503);
    EXPECT_EQ(response.header("retry-after"), "1");
}

TEST(Server, a_handler_that_drops_its_answer_becomes_500) {
    const RunningServer running;
    EXPECT_EQ(running.get("/dropped").status, 500);
}

TEST(Server, handler_that_throws_becomes_500_without_details) {
    const RunningServer running;
    const auto response = running.get("/throws");
    EXPECT_EQ(response.status, 500);
    EXPECT_EQ(response.body.find("secret"), std::string::npos);
}

TEST(Server, a_handler_without_memory_becomes_503) {
    Router router;
    router.add({Method::get, "/greedy", "greedy", {}, [](const Request&, const Respond&) {
                    throw std::bad_alloc();
                }});
    const RunningServer running({}, std::move(router));
    const auto response = running.get("/greedy");
    EXPECT_EQ(response.status, 503);
    EXPECT_EQ(response.header("retry-after"), "1");
}

TEST(Server, valid_request_id_is_echoed_and_another_replaced) {
    const RunningServer running;
    EXPECT_EQ(running.get("/hello", "X-Request-Id: abc-1\r\n").header("x-request-id"), "abc-1");
    const auto made = running.get("/hello", "X-Request-Id: <script>\r\n").header("x-request-id");
    EXPECT_TRUE(made.starts_with("req-")) << made;
}

TEST(Server, a_parameter_that_cannot_be_decoded_is_refused) {
    const RunningServer running;
    const auto response = running.get("/hello?a=%zz");
    EXPECT_EQ(response.status, 400);
    EXPECT_NE(response.body.find("\"field\":\"a\""), std::string::npos) << response.body;
}

TEST(Server, another_method_is_405_with_allow) {
    const RunningServer running;
    const auto response = running.connect().ask("DELETE /hello HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_EQ(response.status, 405);
    EXPECT_EQ(response.header("allow"), "GET, HEAD");
}

TEST(Server, paths_outside_the_base_path_are_404) {
    ServerConfig config;
    config.base_path = "/dibs";
    const RunningServer running(config);
    EXPECT_EQ(running.get("/dibs/hello").body, "hello");
    EXPECT_EQ(running.get("/hello").status, 404);
    EXPECT_EQ(running.get("/dibshello").status, 404);
    EXPECT_EQ(running.get("/dibs").status, 404);  // "/", which has no route here
}

TEST(Server, a_base_path_with_a_slash_at_its_end_is_a_clear_error) {
    EventLoop loop;
    const Router router;
    ServerConfig config;
    config.base_path = "/dibs/";
    Server server(loop, config, router);
    const auto started = server.start();
    ASSERT_FALSE(started);
    EXPECT_NE(started.error().find("base_path"), std::string::npos);
}

TEST(Server, a_taken_port_is_a_clear_error) {
    const RunningServer running;
    EventLoop loop;
    const Router router;
    ServerConfig config;
    config.port = running.port();
    Server second(loop, config, router);
    const auto started = second.start();
    ASSERT_FALSE(started);
    EXPECT_NE(started.error().find(std::to_string(running.port())), std::string::npos);
}

TEST(Server, observer_gets_templates_not_paths) {
    RunningServer running;
    running.get("/items/secret-1");
    running.get("/nothing");
    running.connect().ask("GARBAGE\r\n\r\n");
    const auto seen = running.observer.seen();
    ASSERT_EQ(seen.size(), 3U);
    EXPECT_EQ(seen[0].route, "/items/{id}");
    EXPECT_EQ(seen[1].route, "unmatched");
    EXPECT_EQ(seen[2].route, "refused");
    EXPECT_EQ(seen[2].status, 400);
}

TEST(Server, date_header_follows_the_given_clock) {
    ServerConfig config;
    config.wall_clock = [] { return from_unix_ms(1'795'251'600'000); };
    const RunningServer running(config);
    EXPECT_EQ(running.get("/hello").header("date"), "Sat, 21 Nov 2026 09:00:00 GMT");
}

}  // namespace
}  // namespace dibs::http
