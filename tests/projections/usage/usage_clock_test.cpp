// A clock that ran ahead for a while and was put back. Values that it stamped are never shown as
// live, block nothing, and close no hour too early. Uses real logs on disk.
#include "ingest/log/samples/sample_log_lmdb.hpp"
#include "tests/projections/usage/usage_node.hpp"
#include "tests/support/sample_site.hpp"
#include "tests/support/samples.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;

class ClockAhead : public testing::Test {
  protected:
    // Measures one second a step and sets the clock to each.
    void measure(UsageNode& node, Instant from, int seconds, std::int32_t percent) {
        std::vector<Sample> all;
        for (int i = 0; i < seconds; ++i) {
            all.push_back(sample_of(gpu_a, from + i * 1s, {{"utilization_percent", percent}}));
        }
        node.set_clock(from + seconds * 1s);
        ASSERT_TRUE(samples->append(all));
        node.catch_up();
    }
    // When the last sample was measured, and its value.
    static std::string live(UsageNode& node) {
        const auto last = node.usage().last(gpu_a);
        if (!last) return "unknown";
        constexpr auto column = column_of(Subject::gpu, "utilization_percent");
        return to_text(last->at).substr(11, 8) + ' ' + std::to_string(*last->values[column]);
    }
    static bool is_live(UsageNode& node, Instant now) {
        const std::vector<SubjectId> asked{gpu_a};
        return node.usage().last_of(asked, now).front().has_value();
    }
    std::map<Instant, std::int64_t> hours_kept() {
        std::map<Instant, std::int64_t> all;
        EXPECT_TRUE(hours->for_each(
            [&](const HourlyUsage& row) { all[row.hour] = std::int64_t{row.bucket.samples}; }));
        return all;
    }
    Scratch folder;
    std::unique_ptr<SampleLog> samples =
        open_lmdb_sample_log({folder.path() / "samples", std::size_t{1} << 30}).value();
    std::unique_ptr<HourlyLog> hours =
        open_lmdb_hourly_log({folder.path() / "hours", std::size_t{1} << 30}).value();
};

TEST_F(ClockAhead, new_samples_are_live_after_a_start_with_the_clock_put_back) {
    for (const auto ahead : {120s, 3700s, 2 * 86'400s}) {
        Scratch apart;
        samples = open_lmdb_sample_log({apart.path() / "s", std::size_t{1} << 30}).value();
        hours = open_lmdb_hourly_log({apart.path() / "h", std::size_t{1} << 30}).value();
        UsageNode node(*samples, *hours, ten);
        measure(node, ten, 60, 30);
        measure(node, ten + ahead, 8, 0);
        ASSERT_TRUE(samples->flush());
        node.usage().flush();
        node.open();
        node.set_clock(ten + 80s);
        node.catch_up();
        EXPECT_EQ(live(node), "10:00:59 30") << to_text(ten + ahead);
        measure(node, ten + 80s, 5, 80);
        EXPECT_EQ(live(node).substr(9), "80") << to_text(ten + ahead);
        EXPECT_TRUE(is_live(node, ten + 85s));
        const auto minutes = node.ask(gpu_a, ten, ten + 2min, 60);
        EXPECT_NE(minutes.find("[30,"), std::string::npos) << minutes;
        const auto later = node.ask(gpu_a, ten + ahead, ten + ahead + 60s, 60);
        EXPECT_EQ(later.find("utilization_percent"), std::string::npos) << later;
    }
}

TEST_F(ClockAhead, new_samples_are_live_after_the_clock_is_put_back) {
    UsageNode node(*samples, *hours, ten);
    measure(node, ten, 60, 30);
    measure(node, ten + 150s, 60, 0);  // the clock jumped ahead
    measure(node, ten + 70s, 5, 80);
    EXPECT_EQ(live(node), "10:01:14 80");
    EXPECT_NE(node.ask(gpu_a, ten, ten + 2min, 60).find("[30,80]"), std::string::npos);
    EXPECT_EQ(node.ask(gpu_a, ten + 2min, ten + 4min, 60).find("utilization_percent"),
              std::string::npos)
        << "those minutes have not come";
}

TEST_F(ClockAhead, few_seconds_ahead_are_accepted) {
    UsageNode node(*samples, *hours, ten);
    measure(node, ten, 60, 30);
    node.set_clock(ten + 55s);
    node.catch_up();
    EXPECT_EQ(live(node), "10:00:59 30");
    EXPECT_TRUE(is_live(node, ten + 55s));
}

TEST_F(ClockAhead, sample_ahead_of_the_clock_is_not_live) {
    UsageNode node(*samples, *hours, ten);
    measure(node, ten, 60, 30);
    node.clock_is_trusted = false;  // no clock is read
    EXPECT_FALSE(is_live(node, ten));
    EXPECT_TRUE(is_live(node, ten + 49s));
}

TEST_F(ClockAhead, hour_closed_too_early_is_closed_again_whole) {
    UsageNode node(*samples, *hours, ten);
    measure(node, ten, 900, 30);
    measure(node, ten + 2h, 20 * 60, 0);
    ASSERT_EQ(hours_kept()[ten], 900) << "otherwise this shows nothing";
    measure(node, ten + 900s, 2700 + 15 * 60, 80);
    EXPECT_EQ(hours_kept()[ten], 3600);
    const auto hour = node.ask(gpu_a, ten, ten + 1h, 3600);
    EXPECT_NE(hour.find("67.5"), std::string::npos) << hour;  // (900 * 30 + 2700 * 80) / 3600
}

}  // namespace
}  // namespace dibs::test
