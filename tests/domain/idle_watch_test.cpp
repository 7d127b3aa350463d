// What samples say of bookings: which idle for sure, which are used, and of which nobody knows.
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
    // A sample a second of each, with nobody there.
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

TEST_F(Watch, says_since_when_all_its_gpus_idle) {
    run(2min, 80, 80, {{"ann"}});
    EXPECT_EQ(said(), "nothing");
    run(1min, 80, 0, {{"ann"}});
    EXPECT_EQ(said(), "nothing") << "one works";
    run(1min, 5, 0, {{"ann"}});
    EXPECT_EQ(said(), "nothing") << "59 s";
    run(1min, 5, 0, {{"ann"}});
    EXPECT_EQ(said(), "idle 119 s");
}

TEST_F(Watch, a_moment_of_work_begins_it_anew) {
    run(5min, 0, 0, {{"ann"}});
    run(1s, 0, 6, {{"ann"}});
    run(2min, 0, 0, {{"ann"}});
    EXPECT_EQ(said(), "idle 119 s");
}

TEST_F(Watch, says_that_it_is_used_only_where_it_was_noticed) {
    run(2min, 0, 0, {{"ann"}});
    run(1s, 0, 90, {{"ann"}});
    EXPECT_EQ(said(), "nothing");
    watch_it(true);
    EXPECT_EQ(said(), "in use");
}

TEST_F(Watch, of_old_samples_nothing_is_said) {
    run(5min, 0, 0, {{"ann"}});
    EXPECT_EQ(said_at(at + 28s), "idle 299 s");
    EXPECT_EQ(said_at(at + 30s), "nothing");
    watch_it(true);
    EXPECT_EQ(said_at(at + 30s), "nothing") << "not that it is used either";
}

TEST_F(Watch, a_clock_that_was_put_back_begins_it_anew) {
    at = ten + 1h;  // ahead
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

TEST_F(Watch, a_gap_begins_it_anew_and_a_short_one_does_not) {
    run(5min, 0, 0, {{"ann"}});
    at += 25s;
    run(1min, 0, 0, {{"ann"}});
    EXPECT_EQ(said(), "idle 384 s");
    at += 31s;
    run(2min, 0, 0, {{"ann"}});
    EXPECT_EQ(said(), "idle 119 s");
}

TEST_F(Watch, a_gpu_without_a_figure_is_unknown) {
    run(5min, 0, 0, {{"ann"}});
    watch.take(sample_of(gpu_a, at, {{"memory_used_mib", 100}}));
    watch.take(used(gpu_b, at, 0, {}));
    EXPECT_EQ(said_at(at), "nothing");
    at += 1s;
    run(2min, 0, 0, {{"ann"}});
    EXPECT_EQ(said(), "idle 119 s");
}

TEST_F(Watch, one_gpu_that_is_away_keeps_all_of_it_unknown) {
    for (int i = 0; i < 600; ++i, at += 1s) watch.take(used(gpu_a, at, 0, {}));
    EXPECT_EQ(said(), "nothing");
}

TEST_F(Watch, a_no_show_is_where_nobody_was_there_from_the_beginning) {
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

TEST_F(Watch, who_watched_only_later_does_not_speak_of_a_no_show) {
    at = ten + 90s;
    run(5min, 0, 0);
    EXPECT_EQ(said(), "idle 299 s");
    at = ten;
    watch = {};
    watch_it();
    run(2min, 0, 0);
    watch.take(sample_of(gpu_a, at, {{"utilization_percent", 0}}));  // the processes are not known
    at += 1s;
    run(2min, 0, 0);
    EXPECT_EQ(said(), "idle 240 s");
}

TEST_F(Watch, what_its_gpus_had_before_it_began_is_not_its_owners) {
    at = ten - 5min;
    run(5min, 0, 0, {{"ann"}});
    run(5min, 0, 0);
    EXPECT_EQ(said(), "no show 299 s");
}

TEST_F(Watch, another_threshold_begins_it_anew) {
    run(5min, 8, 8, {{"ann"}});
    EXPECT_EQ(said(), "nothing");
    watch_it(false, 10);
    run(2min, 8, 8, {{"ann"}});
    EXPECT_EQ(said(), "idle 119 s");
}

TEST_F(Watch, samples_given_twice_or_out_of_order_count_once) {
    run(5min, 0, 0, {{"ann"}});
    watch.take(used(gpu_a, ten, 90, {}));
    EXPECT_EQ(said(), "idle 299 s");
}

}  // namespace
}  // namespace dibs::test
