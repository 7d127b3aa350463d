// The health of a GPU over frames: one odd answer does not count, but it starts the calm time
// again. Unseen time is not calm.
#include "ingest/probe/health_watch.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;
using health::Symptom;

class HealthOfACard : public testing::Test {
  protected:
    // Sends `count` frames, one a second, with this answer; none: the driver gives none.
    void seconds(int count, std::optional<std::int32_t> errors) {
        for (int i = 0; i < count; ++i) {
            now += 1s;
            probe::ProbeFrame frame;
            frame.gpus.emplace_back().uuid = "GPU-a";
            frame.gpus.back().values.set(column_of(Subject::gpu, "ecc_errors"), errors);
            watch.observe(frame, now);
        }
    }
    const health::Reading& reading() { return watch.settled().at(0).readings.at(0); }

    probe::HealthWatch watch;
    Instant now{1'000'000s};
};

TEST_F(HealthOfACard, count_that_holds_for_two_queries_is_accepted) {
    seconds(5, 0);
    EXPECT_EQ(reading().value, 0);
    seconds(40, 3);
    EXPECT_EQ(reading().value, 0);
    seconds(10, 3);
    EXPECT_EQ(reading().what, Symptom::ecc_errors);
    EXPECT_EQ(reading().value, 3);
}

TEST_F(HealthOfACard, odd_answer_is_ignored_and_restarts_the_calm_time) {
    seconds(100, 0);
    EXPECT_EQ(reading().since, Instant{1'000'001s});
    seconds(1, 7);
    seconds(100, 0);
    EXPECT_EQ(reading().value, 0);
    EXPECT_EQ(reading().since, Instant{1'000'101s});
}

TEST_F(HealthOfACard, lowest_value_of_a_growing_count_is_accepted) {
    seconds(5, 0);
    seconds(30, 2);
    seconds(30, 4);
    EXPECT_EQ(reading().value, 2);
    seconds(60, 4);
    EXPECT_EQ(reading().value, 4);
}

TEST_F(HealthOfACard, calm_time_starts_at_a_reset) {
    seconds(60, 4);
    EXPECT_EQ(reading().value, 4);
    seconds(1, 0);
    EXPECT_EQ(reading().value, 0);
    EXPECT_EQ(reading().since, now);
    seconds(30, 0);
    EXPECT_EQ(reading().since, now - 30s);
}

TEST_F(HealthOfACard, unseen_time_is_not_calm) {
    seconds(60, 0);
    now += 5min;
    seconds(1, 0);
    EXPECT_EQ(reading().since, now);
}

TEST_F(HealthOfACard, missing_answer_gives_no_reading) {
    seconds(60, {});
    EXPECT_TRUE(watch.settled().empty());
    seconds(60, 3);
    seconds(1, {});
    EXPECT_TRUE(watch.settled().empty());
    seconds(1, 3);
    EXPECT_EQ(reading().value, 3);
}

TEST_F(HealthOfACard, pending_row_and_pending_page_are_one_symptom) {
    for (int i = 0; i < 60; ++i) {
        now += 1s;
        probe::ProbeFrame frame;
        frame.gpus.emplace_back().uuid = "GPU-a";
        auto& values = frame.gpus.back().values;
        values.set(column_of(Subject::gpu, "row_remap_pending"), 0);
        values.set(column_of(Subject::gpu, "retired_pages_pending"), 1);
        watch.observe(frame, now);
    }
    ASSERT_EQ(watch.settled().at(0).readings.size(), 1U);
    EXPECT_EQ(reading().what, Symptom::repair_pending);
    EXPECT_EQ(reading().value, 1);
}

}  // namespace
}  // namespace dibs::test
