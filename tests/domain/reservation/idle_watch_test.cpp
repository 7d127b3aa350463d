// The state of bookings from samples: certainly idle, in use, or unknown.
#include "domain/reservation/idle_watch.hpp"

#include "domain/reservation/reservation_fields.hpp"
#include "tests/support/sample_site.hpp"
#include "tests/support/samples.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;

const auto watched_id = nth<ReservationId>(1);

class Watch : public testing::Test {
  protected:
    Watch() { watch_it(); }
    void watch_it(bool noticed = false, std::int64_t percent = 5) {
        watch.watch({{watched_id, {gpu_a, gpu_b}, {ten, ten + 8h}, "ann", noticed}}, percent);
    }
    // One sample per second for each GPU, by default without processes.
    void run(Duration length, std::int32_t a, std::int32_t b, std::vector<Occupant> there = {}) {
        for (const auto end = at + length; at < end; at += 1s) {
            watch.take(used(gpu_a, at, a, there));
            watch.take(used(gpu_b, at, b, there));
        }
    }
    // "idle 120 s", "no show 120 s", "in use", "nothing"
    [[nodiscard]] std::string said() const { return said_at(at); }
    [[nodiscard]] std::string said_at(Instant now) const {
        const auto reports = watch.reports(now);
        if (reports.empty()) return "nothing";
        if (reports.front().is<reservation::ReportInUse>()) return "in use";
        const auto& idle = get<reservation::ReportIdle>(reports.front());
        const auto length =
            std::chrono::duration_cast<std::chrono::seconds>(idle.until - idle.since);
        return (idle.no_show ? "no show " : "idle ") + std::to_string(length.count()) + " s";
    }
    IdleWatch watch;
    Instant at = ten;
};

TEST_F(Watch, reports_the_start_of_idle_time_of_all_gpus) {
    run(2min, 80, 80, {{"ann"}});
    EXPECT_EQ(said(), "nothing");
    run(1min, 80, 0, {{"ann"}});
    EXPECT_EQ(said(), "nothing") << "one works";
    run(1min, 5, 0, {{"ann"}});
    EXPECT_EQ(said(), "nothing") << "59 s";
    run(1min, 5, 0, {{"ann"}});
    EXPECT_EQ(said(), "idle 119 s");
}

TEST_F(Watch, one_busy_sample_restarts_the_idle_time) {
    run(5min, 0, 0, {{"ann"}});
    run(1s, 0, 6, {{"ann"}});
    run(2min, 0, 0, {{"ann"}});
    EXPECT_EQ(said(), "idle 119 s");
}

TEST_F(Watch, reports_use_only_for_noticed_bookings) {
    run(2min, 0, 0, {{"ann"}});
    run(1s, 0, 90, {{"ann"}});
    EXPECT_EQ(said(), "nothing");
    watch_it(true);
    EXPECT_EQ(said(), "in use");
}

TEST_F(Watch, stale_samples_yield_no_report) {
    run(5min, 0, 0, {{"ann"}});
    EXPECT_EQ(said_at(at + 28s), "idle 299 s");
    EXPECT_EQ(said_at(at + 30s), "nothing");
    watch_it(true);
    EXPECT_EQ(said_at(at + 30s), "nothing") << "not that it is used either";
}

TEST_F(Watch, clock_set_back_restarts_the_idle_time) {
    at = ten + 1h;  // in the future
    run(5min, 80, 80, {{"ann"}});
    at = ten;
    watch.clock_says(at + 1h + 4min + 55s);
    run(1s, 0, 0, {{"ann"}});
    EXPECT_EQ(said(), "nothing") << "a little is nothing";
    watch.clock_says(at);
    run(1min, 0, 0, {{"ann"}});
    EXPECT_EQ(said(), "nothing") << "59 s";
    run(1min, 0, 0, {{"ann"}});
    EXPECT_EQ(said(), "idle 119 s") << "and not only an hour later";
}

TEST_F(Watch, long_gap_restarts_the_idle_time_and_a_short_one_does_not) {
    run(5min, 0, 0, {{"ann"}});
    at += 25s;
    run(1min, 0, 0, {{"ann"}});
    EXPECT_EQ(said(), "idle 384 s");
    at += 31s;
    run(2min, 0, 0, {{"ann"}});
    EXPECT_EQ(said(), "idle 119 s");
}

TEST_F(Watch, gpu_without_a_usage_value_is_unknown) {
    run(5min, 0, 0, {{"ann"}});
    watch.take(sample_of(gpu_a, at, {{"memory_used_mib", 100}}));
    watch.take(used(gpu_b, at, 0, {}));
    EXPECT_EQ(said_at(at), "nothing");
    at += 1s;
    run(2min, 0, 0, {{"ann"}});
    EXPECT_EQ(said(), "idle 119 s");
}

TEST_F(Watch, one_unreachable_gpu_makes_the_booking_unknown) {
    for (int i = 0; i < 600; ++i, at += 1s) watch.take(used(gpu_a, at, 0, {}));
    EXPECT_EQ(said(), "nothing");
}

TEST_F(Watch, no_show_needs_no_process_since_the_start) {
    run(5min, 0, 0, {{"ben"}});
    EXPECT_EQ(said(), "no show 299 s");
    for (const std::string account : {"ann", "root", ""}) {
        IdleWatch fresh;
        watch = fresh;
        watch_it();
        at = ten;
        run(10s, 0, 0, {{account}});
        run(5min, 0, 0);
        EXPECT_EQ(said(), "idle 309 s") << account << " may have been ann";
    }
}

TEST_F(Watch, late_watch_reports_no_no_show) {
    at = ten + 90s;
    run(5min, 0, 0);
    EXPECT_EQ(said(), "idle 299 s");
    at = ten;
    watch = {};
    watch_it();
    run(2min, 0, 0);
    watch.take(sample_of(gpu_a, at, {{"utilization_percent", 0}}));  // the processes are unknown
    at += 1s;
    run(2min, 0, 0);
    EXPECT_EQ(said(), "idle 240 s");
}

TEST_F(Watch, process_before_the_start_does_not_count_for_the_booking) {
    at = ten - 5min;
    run(5min, 0, 0, {{"ann"}});
    run(5min, 0, 0);
    EXPECT_EQ(said(), "no show 299 s");
}

TEST_F(Watch, changed_threshold_restarts_the_idle_time) {
    run(5min, 8, 8, {{"ann"}});
    EXPECT_EQ(said(), "nothing");
    watch_it(false, 10);
    run(2min, 8, 8, {{"ann"}});
    EXPECT_EQ(said(), "idle 119 s");
}

TEST_F(Watch, duplicate_and_reordered_samples_count_once) {
    run(5min, 0, 0, {{"ann"}});
    watch.take(used(gpu_a, ten, 90, {}));
    EXPECT_EQ(said(), "idle 299 s");
}

}  // namespace
}  // namespace dibs::test
