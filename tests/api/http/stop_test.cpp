// Stopping: requests in work are answered, streams are closed, nothing waits longer than the
// deadline.
#include "tests/api/http/running_server.hpp"

#include <gtest/gtest.h>

namespace dibs::http {
namespace {

using namespace std::chrono_literals;

// GET /work records its request and is answered by the test through `respond`.
struct Working {
    std::atomic<bool> is_requested{false};
    Respond respond;

    Router routes() {
        auto router = usual_routes();
        router.add({Method::get, "/work", "work", {}, [this](const Request&, const Respond& r) {
                        respond = r;
                        is_requested = true;
                    }});
        return router;
    }
    [[nodiscard]] bool has_been_asked() const {
        return eventually([&] { return is_requested.load(); });
    }
};

// Stops the server and waits; returns the duration.
std::chrono::milliseconds stop(RunningServer& running) {
    const auto start = std::chrono::steady_clock::now();
    std::promise<void> done;
    running.server->stop([&] { done.set_value(); });
    EXPECT_EQ(done.get_future().wait_for(60s), std::future_status::ready);
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() -
                                                                 start);
}

TEST(Stop, idle_connections_are_closed_at_once) {
    RunningServer running;
    auto socket = running.connect();
    EXPECT_EQ(socket.ask("GET /hello HTTP/1.1\r\nHost: x\r\n\r\n").status, 200);
    EXPECT_LT(stop(running), 900ms);
    EXPECT_TRUE(socket.closed());
}

TEST(Stop, request_in_work_is_answered_with_connection_close) {
    Working working;
    RunningServer running({}, working.routes());
    auto socket = running.connect();
    socket.send("GET /work HTTP/1.1\r\nHost: x\r\n\r\n");
    ASSERT_TRUE(working.has_been_asked());
    std::jthread stopper([&] { stop(running); });
    EXPECT_TRUE(eventually([&] {
        try {
            running.connect();
            return false;
        } catch (const std::runtime_error&) {
            return true;  // the stop has begun
        }
    }));
    working.respond(text_response(200, "done"));
    const auto response = socket.read_response();
    EXPECT_EQ(response.body, "done");
    EXPECT_EQ(response.header("connection"), "close");
    socket.close();
}

TEST(Stop, new_connections_are_refused_after_stop) {
    RunningServer running;
    const auto port = running.port();
    stop(running);
    EXPECT_THROW(test::RawSocket{port}, std::runtime_error);
}

TEST(Stop, streams_are_closed_with_1001) {
    RunningServer running;
    test::RawWs client(running.port(), "/stream");
    EXPECT_TRUE(eventually([&] { return running.observer.ws_open == 1; }));
    std::jthread stopper([&] { EXPECT_LT(stop(running), 4s); });
    const auto end = client.read();
    ASSERT_TRUE(end);
    EXPECT_EQ(end->close_code(), 1001);
    client.socket.send(test::ws_frame(8, "\x03\xE9"));
    stopper.join();
    EXPECT_EQ(running.observer.ws_code, 1001);
}

TEST(Stop, unanswered_request_is_cut_at_the_deadline) {
    Working working;
    ServerConfig config;
    config.limits.stop_deadline = 400ms;
    RunningServer running(config, working.routes());
    auto socket = running.connect();
    socket.send("GET /work HTTP/1.1\r\nHost: x\r\n\r\n");
    ASSERT_TRUE(working.has_been_asked());
    const auto took = stop(running);
    EXPECT_GE(took, 300ms);
    EXPECT_LT(took, 5s);
    EXPECT_TRUE(socket.closed());
}

TEST(Stop, requests_under_load_are_answered_whole_or_not_at_all) {
    RunningServer running;
    std::atomic<int> whole{0};
    std::atomic<int> torn{0};
    std::vector<std::jthread> clients;
    for (int i = 0; i < 8; ++i) {
        clients.emplace_back([&] {
            try {
                for (;;) {
                    auto socket = running.connect();
                    for (int n = 0; n < 50; ++n) {
                        if (!socket.send("GET /items/42 HTTP/1.1\r\nHost: x\r\n\r\n")) break;
                        const auto response = socket.read_response();
                        if (response.status == 0) break;  // closed before it was read
                        const bool good = response.status == 200 && response.body == "42";
                        ++(good ? whole : torn);
                        if (response.header("connection") == "close") break;
                    }
                }
            } catch (const std::runtime_error&) {
                // Refused: the listening socket is gone.
            }
        });
    }
    EXPECT_TRUE(eventually([&] { return whole > 500; }));
    EXPECT_LT(stop(running), 5500ms);
    for (auto& client : clients) client.join();
    EXPECT_EQ(torn, 0);
}

TEST(Stop, answer_after_the_end_of_the_loop_is_dropped) {
    Respond kept;
    {
        Router router;
        router.add({Method::get, "/keep", "keep", {}, [&](const Request&, const Respond& respond) {
                        kept = respond;
                    }});
        RunningServer running({}, std::move(router));
        auto socket = running.connect();
        socket.send("GET /keep HTTP/1.1\r\nHost: x\r\n\r\n");
        EXPECT_TRUE(eventually([&] { return running.on_loop([&] { return kept != nullptr; }); }));
    }
    kept(text_response(200, "too late"));
}

}  // namespace
}  // namespace dibs::http
