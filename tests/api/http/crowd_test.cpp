// ConnectionLimiter: the connections that are closed, and those that are not, above the limit.
#include "tests/api/http/running_server.hpp"

#include <deque>

#include <gtest/gtest.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>

namespace dibs::http {
namespace {

using test::RawSocket;
using test::RawWs;
using namespace std::chrono_literals;

const std::string hello = "GET /hello HTTP/1.1\r\nHost: x\r\n\r\n";
const std::string never = "GET /never HTTP/1.1\r\nHost: x\r\n\r\n";

ServerConfig room_for(std::size_t connections) {
    ServerConfig config;
    config.limits.connections = connections;
    return config;
}

// A server that keeps requests of /never unanswered until answer_all().
struct Busy {
    explicit Busy(ServerConfig config = {}) : running(std::move(config), routes()) {}

    Router routes() {
        Router router;
        router.add({Method::get, "/hello", "hello", {}, [](const Request&, const Respond& respond) {
                        respond(text_response(200, "hello"));
                    }});
        router.add({Method::get, "/never", "never", {}, [this](const Request&, const Respond& r) {
                        asked.push_back(r);
                    }});
        return router;
    }
    // A connection with a request in work.
    RawSocket worked_for() {
        auto socket = running.connect();
        const auto before = count();
        socket.send(never);
        EXPECT_TRUE(eventually([&] { return count() == before + 1; }));
        return socket;
    }
    std::size_t count() {
        return running.on_loop([&] { return asked.size(); });
    }
    void answer_all() {
        running.loop.post([&] {
            for (const auto& respond : asked) respond(text_response(200, "at last"));
        });
    }

    std::vector<Respond> asked;  // loop thread only
    RunningServer running;
};

bool is_closed(RawSocket& socket) {
    return socket.closed(2s);
}

TEST(Crowd, longest_idle_connection_is_closed_for_a_new_one) {
    RunningServer running(room_for(2));
    auto one = running.connect();
    EXPECT_EQ(one.ask(hello).status, 200);
    auto two = running.connect();
    EXPECT_EQ(two.ask(hello).status, 200);
    EXPECT_EQ(one.ask(hello).status, 200);  // now `two` is idle longer
    auto three = running.connect();
    EXPECT_EQ(three.ask(hello).status, 200);
    EXPECT_TRUE(is_closed(two));
    EXPECT_EQ(one.ask(hello).status, 200);
    EXPECT_EQ(running.observer.made_room, 1);
    EXPECT_EQ(running.observer.refused, 0);
}

TEST(Crowd, thousand_idle_connections_block_no_new_one) {
    const RunningServer running(room_for(64));
    std::deque<RawSocket> idle;
    for (int i = 0; i < 1000; ++i) {
        idle.push_back(running.connect());
        if (i % 2 == 0) idle.back().send("GET /hello HT");  // a slow head is no request yet
        if (i % 100 == 99) {
            EXPECT_EQ(running.connect().ask(hello).status, 200) << i;
        }
    }
}

TEST(Crowd, simultaneous_connections_are_all_accepted) {
    RunningServer running;
    running.loop.post([] { std::this_thread::sleep_for(300ms); });
    std::deque<RawSocket> many;
    for (int i = 0; i < 300; ++i) {
        many.push_back(running.connect());
        many.back().send(hello);
    }
    for (auto& one : many) EXPECT_EQ(one.read_response().status, 200);
}

TEST(Crowd, busy_connections_stay_and_a_new_one_gets_503) {
    Busy busy(room_for(2));
    auto one = busy.worked_for();
    auto two = busy.worked_for();
    EXPECT_EQ(busy.running.connect().ask(hello).status, 503);
    EXPECT_EQ(busy.running.observer.refused, 1);
    busy.answer_all();
    EXPECT_EQ(one.read_response().body, "at last");
    EXPECT_EQ(two.read_response().body, "at last");
    EXPECT_EQ(busy.running.connect().ask(hello).status, 200);
}

TEST(Crowd, client_that_does_not_read_is_closed_for_others) {
    RunningServer running(room_for(1));
    RawSocket slow(running.port(), 4096);
    slow.send(
        "GET /big HTTP/1.1\r\nHost: x\r\n\r\nGET /big HTTP/1.1\r\nHost: x\r\n\r\n"
        "GET /big HTTP/1.1\r\nHost: x\r\n\r\nGET /big HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_TRUE(eventually([&] { return running.connect().ask(hello).status == 200; }));
}

TEST(Crowd, streams_are_not_closed_and_leave_slots_to_requests) {
    RunningServer running(room_for(4));
    RawWs one(running.port(), "/stream");
    RawWs two(running.port(), "/stream");
    EXPECT_EQ(two.response.status, 101);
    EXPECT_EQ(RawWs(running.port(), "/stream").response.status, 503);
    std::deque<RawSocket> idle;
    for (int i = 0; i < 10; ++i) {
        idle.push_back(running.connect());
        EXPECT_EQ(idle.back().ask(hello).status, 200);
    }
    EXPECT_EQ(running.on_loop([&] { return running.hub.clients(); }), 2U);
    one.socket.close();
    EXPECT_TRUE(eventually([&] { return running.observer.ws_closed == 1; }));
    EXPECT_EQ(RawWs(running.port(), "/stream").response.status, 101);
}

TEST(Crowd, client_above_its_limit_closes_its_own_or_gets_429) {
    auto config = room_for(8);
    config.limits.connections_per_client = 2;
    config.speaks_for_many = [](std::string_view) { return false; };
    Busy busy(config);
    auto one = busy.running.connect();
    EXPECT_EQ(one.ask(hello).status, 200);
    auto two = busy.worked_for();
    auto three = busy.worked_for();
    EXPECT_TRUE(is_closed(one));
    EXPECT_EQ(busy.running.connect().ask(hello).status, 429);
    busy.answer_all();
    EXPECT_EQ(three.read_response().body, "at last");
}

TEST(Crowd, connection_limit_changes_at_run_time) {
    RunningServer running(room_for(4));
    std::deque<RawSocket> open;
    for (int i = 0; i < 4; ++i) {
        open.push_back(running.connect());
        EXPECT_EQ(open.back().ask(hello).status, 200);
    }
    running.server->set_most_connections(2);
    EXPECT_EQ(open[0].ask(hello).status, 200);  // open connections stay
    EXPECT_EQ(running.connect().ask(hello).status, 200);
    EXPECT_TRUE(eventually([&] { return running.observer.connections <= 2; }));
    EXPECT_EQ(running.observer.most_connections, 2U);
}

TEST(Crowd, longest_idle_connection_is_closed_without_descriptors) {
    RunningServer running;
    auto kept = running.connect();
    EXPECT_EQ(kept.ask(hello).status, 200);
    auto other = running.connect();
    EXPECT_EQ(other.ask(hello).status, 200);
    spdlog::warn("UBSan needs descriptors to look at an object the first time");
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
    const int next = ::dup(0);
    ::close(next);
    const rlimit few{static_cast<rlim_t>(next) + 1, before.rlim_max};  // room for one more
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
    {
        auto newcomer = running.connect();  // takes the last descriptor itself
        EXPECT_EQ(newcomer.ask(hello).status, 200);
        EXPECT_TRUE(is_closed(kept));
        EXPECT_EQ(other.ask(hello).status, 200);
    }
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
    EXPECT_EQ(running.get("/hello").status, 200);
}

TEST(Crowd, new_connections_are_refused_without_descriptors_and_idle_ones) {
    Busy busy;
    auto kept = busy.worked_for();
    spdlog::warn("UBSan needs descriptors to look at an object the first time");
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
    const int next = ::dup(0);
    ::close(next);
    const rlimit few{static_cast<rlim_t>(next) + 1, before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
    {
        auto turned_away = busy.running.connect();
        EXPECT_TRUE(is_closed(turned_away));
    }
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
    EXPECT_EQ(busy.running.get("/hello").status, 200);
    busy.answer_all();
    EXPECT_EQ(kept.read_response().body, "at last");
}

}  // namespace
}  // namespace dibs::http
