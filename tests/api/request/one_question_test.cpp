// Turns of clients at the thread that reads snapshots.
#include "api/routes/stream/one_question.hpp"

#include <array>
#include <deque>
#include <optional>

#include <gtest/gtest.h>

namespace dibs::routes {
namespace {

StreamRequest since(Position position) {
    return {{stream_topics().find("events").value()}, position};
}

TEST(OneQuestion, one_question_is_in_work_and_only_the_newest_waits) {
    OneQuestion client;
    const auto first = client.ask(since(1), false);
    ASSERT_TRUE(first);
    EXPECT_FALSE(first->unwanted);
    for (int i = 2; i <= 100'000; ++i) EXPECT_EQ(client.ask(since(i), false), nullptr);
    EXPECT_TRUE(first->unwanted);
    const auto newest = client.done();
    ASSERT_TRUE(newest);
    EXPECT_EQ(newest->request.after, 100'000);
    EXPECT_FALSE(newest->unwanted);
    EXPECT_EQ(client.done(), nullptr);
    EXPECT_NE(client.ask(since(7), true), nullptr);
}

TEST(OneQuestion, question_of_a_gone_client_is_unwanted) {
    std::optional<OneQuestion> client(std::in_place);
    const auto question = client->ask(since(1), false);
    client.reset();
    EXPECT_TRUE(question->unwanted);
}

// A queue of requests in work, as in the stream: between two of the flooding client each other
// client has one.
TEST(OneQuestion, clients_take_turns_however_much_one_of_them_asks) {
    std::array<OneQuestion, 3> clients;
    std::deque<std::size_t> queue;
    const auto ask = [&](std::size_t client) {
        if (clients[client].ask(since(1), false)) queue.push_back(client);
    };
    std::array<int, 3> answered{};
    for (int turn = 0; turn < 300; ++turn) {
        for (int i = 0; i < 1000; ++i) ask(0);
        ask(1);
        ask(2);
        const auto now = queue.front();
        queue.pop_front();
        ++answered[now];
        if (clients[now].done()) queue.push_back(now);
    }
    EXPECT_EQ(answered, (std::array<int, 3>{100, 100, 100}));
}

}  // namespace
}  // namespace dibs::routes
