// What frames make of the health of a card: one odd answer is none, calm begins anew with each of
// them, and what nobody saw is not calm.
#include "ingest/probe/health_watch.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;
using health::Symptom;

class HealthOfACard : public testing::Test {
  protected:
    // So many seconds, each with that answer; none: the driver gives none.
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

TEST_F(HealthOfACard, a_count_that_stays_for_two_looks_is_taken) {
    seconds(5, 0);
    EXPECT_EQ(reading().value, 0);
    seconds(40, 3);
    EXPECT_EQ(reading().value, 0);
    seconds(10, 3);
    EXPECT_EQ(reading().what, Symptom::ecc_errors);
    EXPECT_EQ(reading().value, 3);
}

TEST_F(HealthOfACard, one_odd_answer_is_none_but_calm_begins_anew) {
    seconds(100, 0);
    EXPECT_EQ(reading().since, Instant{1'000'001s});
    seconds(1, 7);
    seconds(100, 0);
    EXPECT_EQ(reading().value, 0);
    EXPECT_EQ(reading().since, Instant{1'000'101s});
}

TEST_F(HealthOfACard, of_a_count_that_grows_what_it_was_at_least_is_taken) {
    seconds(5, 0);
    seconds(30, 2);
    seconds(30, 4);
    EXPECT_EQ(reading().value, 2);
    seconds(60, 4);
    EXPECT_EQ(reading().value, 4);
}

TEST_F(HealthOfACard, a_reset_is_calm_from_then_on) {
    seconds(60, 4);
    EXPECT_EQ(reading().value, 4);
    seconds(1, 0);
    EXPECT_EQ(reading().value, 0);
    EXPECT_EQ(reading().since, now);
    seconds(30, 0);
    EXPECT_EQ(reading().since, now - 30s);
}

TEST_F(HealthOfACard, what_nobody_saw_is_not_calm) {
    seconds(60, 0);
    now += 5min;
    seconds(1, 0);
    EXPECT_EQ(reading().since, now);
}

TEST_F(HealthOfACard, a_driver_that_does_not_tell_says_nothing) {
    seconds(60, {});
    EXPECT_TRUE(watch.settled().empty());
    seconds(60, 3);
    seconds(1, {});
    EXPECT_TRUE(watch.settled().empty());
    seconds(1, 3);
    EXPECT_EQ(reading().value, 3);
}

TEST_F(HealthOfACard, a_row_or_a_page_that_waits_for_a_reset_are_one_symptom) {
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
