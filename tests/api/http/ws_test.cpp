// Streams over real sockets: admission, delivery, and slow or broken clients.
#include "tests/api/http/running_server.hpp"

#include <gtest/gtest.h>

namespace dibs::http {
namespace {

using test::RawWs;
using test::ws_frame;
using namespace std::chrono_literals;
using ws::ClientPtr;
using ws::CloseCode;

ws::Frame frame(std::string text) {
    return std::make_shared<const std::string>(std::move(text));
}

// "subscribe TOPIC" and "leave TOPIC", as a stand-in for the real protocol; a resync sends
// "snapshot".
ws::HubCallbacks usual_callbacks() {
    ws::HubCallbacks callbacks;
    callbacks.on_text = [](const ClientPtr& client, std::string_view text) {
        const std::string topic(text.substr(text.find(' ') + 1));
        if (text.starts_with("subscribe ")) {
            client->subscribe(topic);
            client->send(frame("subscribed"));
        } else if (text.starts_with("leave ")) {
            client->unsubscribe(topic);
            client->send(frame("left"));
        } else {
            client->send(frame("echo " + std::string(text)));
        }
    };
    callbacks.resync = [](const ClientPtr& client) {
        client->send(frame("snapshot"));
        client->subscribe("t");
    };
    return callbacks;
}

struct Streams {
    explicit Streams(ws::HubConfig hub_config = {}, ServerConfig config = {})
        : running(std::move(config), usual_routes(), hub_config, usual_callbacks()) {}

    RawWs open(std::string_view more = {}, int receive_bytes = 0) const {
        return RawWs(running.port(), "/stream", more, receive_bytes);
    }
    RawWs subscribed(int receive_bytes = 0) const {
        auto client = open({}, receive_bytes);
        client.send_text("subscribe t");
        EXPECT_EQ(client.read_text(), "subscribed");
        return client;
    }
    ws::HubCounters counters() {
        return running.on_loop([&] { return running.hub.counters(); });
    }
    RunningServer running;
};

TEST(Stream, upgrade_is_accepted_with_the_right_proof) {
    const Streams streams;
    const auto client = streams.open();
    EXPECT_EQ(client.response.status, 101);
    EXPECT_EQ(client.response.header("sec-websocket-accept"), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    EXPECT_EQ(client.response.header("sec-websocket-extensions"), "");
}

TEST(Stream, a_published_frame_reaches_its_subscribers_only) {
    Streams streams;
    auto one = streams.subscribed();
    auto other = streams.open();
    streams.running.hub.publish("t", frame("{\"a\":1}"));
    EXPECT_EQ(one.read_text(), "{\"a\":1}");
    other.send_text("hi");
    EXPECT_EQ(other.read_text(), "echo hi");
}

TEST(Stream, subscriber_gets_each_later_frame_once) {
    Streams streams;
    auto client = streams.open();
    streams.running.hub.publish("t", frame("before"));
    for (int i = 0; i < 2; ++i) {
        client.send_text("subscribe t");
        EXPECT_EQ(client.read_text(), "subscribed");
    }
    streams.running.hub.publish("t", frame("1"));
    streams.running.hub.publish("t", frame("2"));
    EXPECT_EQ(client.read_text(), "1");
    EXPECT_EQ(client.read_text(), "2");
}

TEST(Stream, hub_forgets_a_topic_without_subscribers) {
    Streams streams;
    const auto topics = [&] {
        return streams.running.on_loop([&] { return streams.running.hub.topics(); });
    };
    auto stays = streams.subscribed();
    auto leaves = streams.subscribed();
    {
        auto vanishes = streams.open();
        for (const auto* name : {"a", "b", "t"}) {
            vanishes.send_text(std::string("subscribe ") + name);
            EXPECT_EQ(vanishes.read_text(), "subscribed");
        }
        EXPECT_EQ(topics(), 3U);
        for (const auto* name : {"a", "b", "t"}) streams.running.hub.publish(name, frame("x"));
    }
    EXPECT_TRUE(eventually([&] { return topics() == 1; }));
    EXPECT_EQ(stays.read_text(), "x");
    EXPECT_EQ(leaves.read_text(), "x");
    streams.running.hub.publish("c", frame("to no one"));
    leaves.send_text("leave t");
    EXPECT_EQ(leaves.read_text(), "left");
    EXPECT_EQ(topics(), 1U);
    stays.send_text("leave t");
    EXPECT_EQ(stays.read_text(), "left");
    EXPECT_EQ(topics(), 0U);
}

TEST(Stream, upgrade_from_a_foreign_page_is_403) {
    Streams streams;
    EXPECT_EQ(streams.open("Origin: https://evil.example\r\n").response.status, 403);
    EXPECT_EQ(streams.open("Origin: null\r\n").response.status, 403);
    EXPECT_EQ(streams.open("Sec-Fetch-Site: cross-site\r\n").response.status, 403);
    EXPECT_EQ(streams.open("Origin: http://localhost\r\n").response.status, 101);
}

TEST(Stream, upgrade_without_admission_gets_the_refusal) {
    const Streams streams;
    EXPECT_EQ(streams.open("Authorization: Bearer wrong\r\n").response.status, 401);
}

TEST(Stream, upgrade_at_another_path_is_an_ordinary_request) {
    const Streams streams;
    EXPECT_EQ(RawWs(streams.running.port(), "/nothing").response.status, 404);
    EXPECT_EQ(RawWs(streams.running.port(), "/hello").response.status, 200);
}

TEST(Stream, plain_request_at_the_streams_path_is_426) {
    const Streams streams;
    const auto response = streams.running.get("/stream");
    EXPECT_EQ(response.status, 426);
    EXPECT_EQ(response.header("upgrade"), "websocket");
    EXPECT_EQ(response.header("connection"), "Upgrade, close");
}

TEST(Stream, a_broken_key_or_version_is_refused) {
    const Streams streams;
    const auto ask = [&](const std::string& fields) {
        return streams.running
            .get("/stream", "Upgrade: websocket\r\nConnection: Upgrade\r\n" + fields)
            .status;
    };
    EXPECT_EQ(ask("Sec-WebSocket-Version: 13\r\n"), 400);
    EXPECT_EQ(ask("Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: short\r\n"), 400);
    EXPECT_EQ(ask("Sec-WebSocket-Version: 8\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"),
              426);
}

TEST(Stream, frames_sent_before_the_upgrade_is_answered_are_refused) {
    const Streams streams;
    auto socket = streams.running.connect();
    socket.send(test::upgrade_request("/stream") + ws_frame(1, "hi"));
    EXPECT_EQ(socket.read_response().status, 400);
}

TEST(Stream, upgrade_above_the_client_limit_is_503) {
    ws::HubConfig config;
    config.max_clients = 1;
    const Streams streams(config);
    auto one = streams.subscribed();
    EXPECT_EQ(streams.open().response.status, 503);
}

TEST(Stream, a_text_above_16_kib_closes_with_1009) {
    const Streams streams;
    auto client = streams.open();
    client.send_text(std::string(16 * 1024, 'a'));
    EXPECT_EQ(client.read_text().size(), 5U + 16 * 1024);
    client.send_text(std::string(16 * 1024 + 1, 'a'));
    EXPECT_EQ(client.read()->close_code(), 1009);
}

TEST(Stream, broken_frames_close_their_own_stream_and_no_other) {
    Streams streams;
    auto good = streams.subscribed();
    const std::vector<std::string> broken = {
        std::string("\x81\x02hi", 4),                // not masked
        ws_frame(1, "a").replace(0, 1, "\xF1"),      // reserved bits
        ws_frame(3, "a"),                            // reserved opcode
        ws_frame(11, "a"),                           // reserved control opcode
        ws_frame(0, "a"),                            // continues nothing
        ws_frame(9, std::string(126, 'a')),          // a long ping
        ws_frame(9, "a", false),                     // a ping in parts
        ws_frame(1, "\xFF\xFE"),                     // no UTF-8
        ws_frame(1, "a", false) + ws_frame(1, "b"),  // a text inside a text
        ws_frame(8, "\x03"),                         // half a close code
        ws_frame(8, std::string("\x00\x01", 2)),     // a reserved close code
        std::string("\x81\xFF\x80\x00\x00\x00\x00\x00\x00\x01\x11\x22\x33\x44", 14),  // 2^63
        ws_frame(2, "binary"),
    };
    for (std::size_t i = 0; i < broken.size(); ++i) {
        auto client = streams.open();
        client.socket.send(broken[i]);
        const auto answer = client.read();
        EXPECT_TRUE(!answer || answer->opcode == 8) << "frame " << i;
        client.socket.end_sending();
        EXPECT_TRUE(client.socket.closed()) << "frame " << i;
    }
    streams.running.hub.publish("t", frame("still here"));
    EXPECT_EQ(good.read_text(), "still here");
}

TEST(Stream, vanished_client_is_forgotten) {
    Streams streams;
    { auto client = streams.subscribed(); }
    EXPECT_TRUE(eventually([&] {
        return streams.running.on_loop([&] { return streams.running.hub.clients(); }) == 0;
    }));
    streams.running.hub.publish("t", frame("to nobody"));
    EXPECT_TRUE(eventually([&] { return streams.running.observer.ws_closed == 1; }));
    EXPECT_EQ(streams.running.observer.ws_code, 1006);
}

TEST(Stream, a_slow_consumer_is_resynced_once_and_holds_a_bounded_queue) {
    ws::HubConfig config;
    config.socket_send_bytes = 16 * 1024;
    Streams streams(config);
    auto slow = streams.subscribed(8 * 1024);
    auto quick = streams.subscribed();
    const auto payload = frame(std::string(8 * 1024, 'x'));
    constexpr int frames = 1000;  // 8 MB to a client that does not read
    for (int i = 1; i <= frames; ++i) {
        streams.running.hub.publish("t", payload);
        ASSERT_EQ(quick.read_text().size(), payload->size()) << i;
    }
    const auto before = streams.counters();
    EXPECT_GT(before.frames_dropped, 900U);
    EXPECT_EQ(before.resyncs, 0U);
    int whole = 0;
    std::string last;
    while (last != "snapshot" && whole < 200) {
        last = slow.read_text();
        ASSERT_NE(last, "");
        ++whole;
    }
    EXPECT_EQ(last, "snapshot");
    EXPECT_LT(whole, 100);  // only the frames that fitted
    EXPECT_EQ(streams.counters().resyncs, 1U);
    streams.running.hub.publish("t", frame("after"));
    EXPECT_EQ(slow.read_text(), "after");
}

TEST(Stream, client_lagging_too_long_is_closed_with_1013) {
    ws::HubConfig config;
    config.socket_send_bytes = 16 * 1024;
    config.lagging = 600ms;
    config.closing = 600ms;
    Streams streams(config);
    auto slow = streams.subscribed(8 * 1024);
    EXPECT_TRUE(eventually([&] { return streams.counters().frames_sent == 1; }));
    const auto payload = frame(std::string(1024 * 1024, 'x'));  // more than the sockets hold
    for (int i = 1; i <= 5; ++i) {
        streams.running.hub.publish("t", payload);
    }
    EXPECT_TRUE(eventually([&] { return streams.running.observer.ws_closed == 1; }));
    EXPECT_EQ(streams.running.observer.ws_code, 1013);
    EXPECT_EQ(streams.counters().closed_lagging, 1U);
    EXPECT_EQ(streams.running.on_loop([&] { return streams.running.hub.clients(); }), 0U);
}

TEST(Stream, flooding_client_is_closed_with_1008_and_others_go_on) {
    Streams streams;
    auto other = streams.subscribed();
    const std::vector<std::string> floods = {ws_frame(1, "a"), ws_frame(9, "a"), ws_frame(10, "a")};
    for (const auto& message : floods) {
        auto client = streams.open();
        std::string flood;
        for (int i = 0; i < 50'000; ++i) flood += message;
        client.socket.send(flood);
        int answers = 0;
        auto last = client.read_any(5s);
        for (; last && last->opcode != 8; last = client.read_any(5s)) ++answers;
        EXPECT_LE(answers, 70);  // a pong or two may leave before the close
        ASSERT_TRUE(last);
        EXPECT_EQ(last->close_code(), 1008);
        EXPECT_EQ(last->payload.substr(2), "Too many messages: at most 10 a second.");
    }
    EXPECT_EQ(streams.counters().closed_flooding, floods.size());
    streams.running.hub.publish("t", frame("still here"));
    EXPECT_EQ(other.read_text(), "still here");
}

TEST(Stream, client_may_send_again_after_a_pause) {
    ws::HubConfig config;
    config.messages_at_once = 5;
    config.messages_per_s = 10;
    Streams streams(config);
    auto client = streams.open();
    for (int turn = 0; turn < 3; ++turn) {
        for (int i = 0; i < 5; ++i) {
            client.send_text("x");
            ASSERT_EQ(client.read_text(), "echo x");
        }
        std::this_thread::sleep_for(1100ms);
    }
}

TEST(Stream, idle_client_is_pinged_and_closed_without_a_pong) {
    ws::HubConfig config;
    config.idle = 800ms;
    Streams streams(config);
    auto silent = streams.open();
    const auto ping = silent.read_any(3s);
    ASSERT_TRUE(ping);
    EXPECT_EQ(ping->opcode, 9);
    silent.read_any(3s);  // nothing, or a second ping; no pong is sent
    EXPECT_TRUE(eventually([&] { return streams.running.observer.ws_closed == 1; }));
}

TEST(Stream, client_that_answers_pings_stays) {
    ws::HubConfig config;
    config.idle = 600ms;
    Streams streams(config);
    auto client = streams.open();
    for (int pings = 0; pings < 5; ++pings) {
        const auto ping = client.read_any(2s);
        ASSERT_TRUE(ping);
        ASSERT_EQ(ping->opcode, 9);
        client.socket.send(ws_frame(10, ping->payload));
    }
    client.send_text("there");
    EXPECT_EQ(client.read_text(), "echo there");
}

TEST(Stream, revoked_viewers_are_closed_with_1008) {
    Streams streams;
    auto client = streams.open();
    EXPECT_TRUE(eventually([&] { return streams.running.observer.ws_open == 1; }));
    client.send_text("x");
    EXPECT_EQ(client.read_text(), "echo x");
    streams.running.hub.close_if(
        [](const ws::Client& c) { return std::any_cast<std::string>(c.viewer()) == "ann"; },
        CloseCode::policy, "Signed out.");
    const auto end = client.read();
    ASSERT_TRUE(end);
    EXPECT_EQ(end->close_code(), 1008);
    EXPECT_EQ(end->payload.substr(2), "Signed out.");
}

TEST(Stream, a_handle_outlives_its_stream_and_the_server) {
    ClientPtr kept;
    {
        ws::HubCallbacks callbacks;
        callbacks.on_open = [&](const ClientPtr& client) { kept = client; };
        RunningServer running({}, usual_routes(), {}, callbacks);
        const RawWs client(running.port(), "/stream");
        EXPECT_TRUE(eventually([&] { return running.on_loop([&] { return kept != nullptr; }); }));
    }
    kept->send(frame("nobody"));
    kept->close(CloseCode::normal, "");
    EXPECT_EQ(std::any_cast<std::string>(kept->viewer()), "ann");
}

}  // namespace
}  // namespace dibs::http
