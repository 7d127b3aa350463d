// The back-pressure rule without sockets, with the test's own clock.
#include "api/ws/outbox.hpp"

#include <gtest/gtest.h>

namespace dibs::ws {
namespace {

using namespace std::chrono_literals;
const Outbox::Time start{};

Frame frame(std::size_t bytes) {
    return std::make_shared<const std::string>(bytes, 'x');
}

TEST(Outbox, frames_are_written_one_at_a_time_in_order) {
    Outbox box(64, 1000);
    const auto first = frame(1);
    const auto second = frame(2);
    EXPECT_EQ(box.put(first, start), 0U);
    EXPECT_EQ(box.put(second, start), 0U);
    EXPECT_EQ(box.take(), first);
    EXPECT_EQ(box.take(), nullptr);
    EXPECT_FALSE(box.written());
    EXPECT_EQ(box.take(), second);
    EXPECT_FALSE(box.written());
    EXPECT_EQ(box.take(), nullptr);
}

TEST(Outbox, drop_waiting_empties_the_queue_without_lag) {
    Outbox box(64, 1000);
    const auto first = frame(1);
    const auto last = frame(5);
    (void)box.put(first, start);
    EXPECT_EQ(box.take(), first);
    for (int i = 0; i < 50; ++i) (void)box.put_answer(frame(100), start);
    (void)box.put(frame(10), start);
    box.drop_waiting();
    EXPECT_EQ(box.frames(), 0U);
    EXPECT_EQ(box.bytes(), 0U);
    EXPECT_EQ(box.put(last, start), 0U);
    EXPECT_FALSE(box.written());
    EXPECT_EQ(box.take(), last);
    EXPECT_FALSE(box.lagging());
}

TEST(Outbox, frame_above_the_count_limit_drops_the_queue) {
    Outbox box(3, 1000);
    EXPECT_EQ(box.put(frame(1), start), 0U);
    EXPECT_NE(box.take(), nullptr);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(box.put(frame(1), start), 0U);
    EXPECT_EQ(box.put(frame(1), start), 4U);
    EXPECT_TRUE(box.lagging());
    EXPECT_EQ(box.frames(), 0U);
    EXPECT_EQ(box.bytes(), 0U);
    EXPECT_EQ(box.put(frame(1), start), 1U);  // dropped alone while lagging
}

TEST(Outbox, byte_above_the_size_limit_drops_the_queue) {
    Outbox box(64, 100);
    EXPECT_EQ(box.put(frame(60), start), 0U);
    EXPECT_EQ(box.put(frame(40), start), 0U);
    EXPECT_EQ(box.put(frame(1), start), 3U);
    EXPECT_TRUE(box.lagging());
}

TEST(Outbox, snapshot_of_any_size_fits_into_an_empty_queue) {
    Outbox box(64, 100);
    EXPECT_EQ(box.put(frame(5000), start), 0U);
    EXPECT_FALSE(box.lagging());
}

TEST(Outbox, answers_larger_than_the_queue_wait_in_order) {
    Outbox box(4, 100);
    EXPECT_EQ(box.put_answer(frame(5), start), 0U);
    EXPECT_NE(box.take(), nullptr);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(box.put_answer(frame(5000), start), 0U);
    EXPECT_EQ(box.put(frame(100), start), 0U);  // published frames keep their room
    EXPECT_FALSE(box.lagging());
    EXPECT_EQ(box.put_answer(frame(1), start), 5U);  // but the number of answers is limited
}

TEST(Outbox, drained_client_is_resynced_exactly_once) {
    Outbox box(1, 1000);
    EXPECT_EQ(box.put(frame(1), start), 0U);
    EXPECT_NE(box.take(), nullptr);
    EXPECT_EQ(box.put(frame(1), start), 0U);
    EXPECT_EQ(box.put(frame(1), start), 2U);
    EXPECT_TRUE(box.written());
    EXPECT_FALSE(box.lagging());
    EXPECT_EQ(box.put(frame(1), start), 0U);
    EXPECT_NE(box.take(), nullptr);
    EXPECT_FALSE(box.written());
}

TEST(Outbox, lag_is_measured_from_its_first_moment) {
    Outbox box(1, 1000);
    EXPECT_EQ(box.put(frame(1), start), 0U);
    EXPECT_NE(box.take(), nullptr);
    EXPECT_EQ(box.put(frame(1), start), 0U);
    EXPECT_EQ(box.put(frame(1), start + 1s), 2U);
    EXPECT_EQ(box.put(frame(1), start + 20s), 1U);
    EXPECT_FALSE(box.lagging_for(30s, start + 30s));
    EXPECT_TRUE(box.lagging_for(30s, start + 31s));
}

}  // namespace
}  // namespace dibs::ws
