// Items of a topic in shared frames, over a real socket.
#include "api/ws/frame_batcher.hpp"

#include "tests/api/http/running_server.hpp"

#include <gtest/gtest.h>

namespace dibs::http {
namespace {

using namespace std::chrono_literals;

// A client of topic "t", and a batcher whose frames are "TOPIC POSITION: ITEMS".
struct BatchedStream {
    explicit BatchedStream(std::chrono::milliseconds interval)
        : running({}, usual_routes(), {}, subscribing_callbacks()),
          batcher(running.loop, running.hub, interval, joined),
          client(running.port(), "/stream") {
        client.send_text("subscribe");
        EXPECT_EQ(client.read_text(), "subscribed");
    }
    static ws::HubCallbacks subscribing_callbacks() {
        ws::HubCallbacks callbacks;
        callbacks.on_text = [](const ws::ClientPtr& its_client, std::string_view) {
            its_client->subscribe("t");
            its_client->send(std::make_shared<const std::string>("subscribed"));
        };
        return callbacks;
    }
    static std::string joined(std::string_view topic, ws::Sequence position,
                              std::span<const std::string> items) {
        std::string text(topic);
        text += " " + std::to_string(position) + ":";
        for (const auto& item : items) text += " " + item;
        return text;
    }
    std::size_t waiting() {
        return running.on_loop([&] { return batcher.waiting(); });
    }

    RunningServer running;
    ws::FrameBatcher batcher;
    test::RawWs client;
};

TEST(FrameBatcher, items_within_the_interval_share_a_frame) {
    BatchedStream stream(100ms);
    for (int i = 1; i <= 5; ++i) {
        stream.batcher.add("t", static_cast<ws::Sequence>(i), "e" + std::to_string(i));
    }
    EXPECT_EQ(stream.client.read_text(), "t 5: e1 e2 e3 e4 e5");
    stream.batcher.add("t", 6, "e6");
    EXPECT_EQ(stream.client.read_text(), "t 6: e6");
}

TEST(FrameBatcher, batch_is_dropped_when_it_is_published) {
    BatchedStream stream(50ms);
    const std::string full(40'000, 'z');  // published at once
    const auto before = stream.running.on_loop([&] {
        for (int i = 0; i < 100; ++i) stream.batcher.add("job:" + std::to_string(i), 1, "e1");
        stream.batcher.add("t", 1, "e1");
        const auto topics = stream.batcher.waiting();
        stream.batcher.flush();
        stream.batcher.add("t", 2, "e2");
        stream.batcher.add("t", 3, full);
        return topics;
    });
    EXPECT_EQ(before, 101U);
    EXPECT_EQ(stream.waiting(), 0U);
    EXPECT_EQ(stream.client.read_text(), "t 1: e1");
    EXPECT_EQ(stream.client.read_text(), "t 3: e2 " + full);
    stream.batcher.add("t", 4, "e4");  // by its own timer
    EXPECT_EQ(stream.client.read_text(), "t 4: e4");
    EXPECT_EQ(stream.waiting(), 0U);
}

}  // namespace
}  // namespace dibs::http
