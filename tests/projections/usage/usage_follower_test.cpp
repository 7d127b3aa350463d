// Usage as a follower of the sample log. Two nodes and a rebuild get the same numbers, hours
// outlive their samples, and pending hours survive a crash. Uses real logs on disk.
#include "ingest/log/samples/sample_log_lmdb.hpp"
#include "tests/projections/usage/usage_node.hpp"
#include "tests/support/sample_site.hpp"
#include "tests/support/samples.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;

class Following : public testing::Test {
  protected:
    std::unique_ptr<HourlyLog> open_hours(std::size_t map_bytes = std::size_t{1} << 30) {
        return open_lmdb_hourly_log({folder.path() / "hours", map_bytes}).value();
    }
    // One second a step, as one node measured it; another node adds `more` to every value.
    std::vector<Sample> measured(Instant from, int seconds, std::int32_t more = 0) {
        std::vector<Sample> all;
        for (int i = 0; i < seconds; ++i) {
            all.push_back(sample_of(gpu_a, from + i * 1s,
                                    {{"utilization_percent", (i * 7) % 90 + more},
                                     {"temperature_c", 40 + i % 3 + more}}));
        }
        return all;
    }
    std::size_t rows_of(HourlyLog& log) {
        std::size_t rows = 0;
        EXPECT_TRUE(log.for_each([&](const HourlyUsage&) { ++rows; }));
        return rows;
    }
    Scratch folder;
    std::unique_ptr<SampleLog> samples =
        open_lmdb_sample_log({folder.path() / "samples", std::size_t{1} << 30}).value();
    std::unique_ptr<HourlyLog> hours = open_hours();
    const Instant end = ten + 3h;
};

TEST_F(Following, two_nodes_and_a_rebuild_show_the_same_values) {
    UsageNode one(*samples, *hours, end);
    UsageNode other(*samples, *hours, end);
    const auto first = measured(ten, 2 * 3600);
    const auto second = measured(ten - 2s, 2 * 3600, 9);  // its clock is two seconds slow
    for (std::size_t i = 0; i < first.size(); i += 5) {
        ASSERT_TRUE(samples->append(std::span(first).subspan(i, 5)));
        if (i % 300 == 0) one.catch_up();
        ASSERT_TRUE(samples->append(std::span(second).subspan(i, 5)));
        if (i % 700 == 0) other.catch_up();
    }
    one.catch_up();
    other.catch_up();
    const auto seen = one.show(gpu_a, ten - 1min, ten + 2h);
    EXPECT_EQ(other.show(gpu_a, ten - 1min, ten + 2h), seen);
    EXPECT_NE(seen.find("\"utilization_percent\":"), std::string::npos);
    const auto hour = one.ask(gpu_a, ten, ten + 1h, 3600);
    one.throw_tables_away();
    one.catch_up();
    EXPECT_EQ(one.show(gpu_a, ten - 1min, ten + 2h), seen);
    EXPECT_EQ(one.ask(gpu_a, ten, ten + 1h, 3600), hour);
}

TEST_F(Following, day_is_made_once_from_closed_hours_despite_a_kill) {
    const auto midnight = clock("00:00", "2026-12-02");
    UsageNode node(*samples, *hours, midnight + 26h);
    ASSERT_TRUE(samples->append(measured(midnight - 90min, 60)));
    ASSERT_TRUE(samples->append(measured(midnight - 30s, 60)));
    ASSERT_TRUE(samples->append(measured(midnight + 70min, 60)));  // the night's hours are over
    node.catch_up();
    const auto day_before = node.ask(gpu_a, midnight - 24h, midnight, 86'400);
    EXPECT_NE(day_before.find("\"utilization_percent\":"), std::string::npos);
    ASSERT_TRUE(samples->append(measured(midnight + 25h + 30min, 60)));
    node.open();  // as after a kill
    node.catch_up();
    EXPECT_EQ(node.ask(gpu_a, midnight - 24h, midnight, 86'400), day_before);
    const auto both = node.ask(gpu_a, midnight - 24h, midnight + 24h, 86'400);
    const auto stored = node.usage().store().dump();
    node.throw_tables_away();
    node.catch_up();
    EXPECT_EQ(node.ask(gpu_a, midnight - 24h, midnight + 24h, 86'400), both);
    EXPECT_EQ(node.usage().store().dump(), stored) << "byte for byte";
}

TEST_F(Following, first_sample_of_a_second_counts) {
    UsageNode node(*samples, *hours, end);
    ASSERT_TRUE(samples->append(std::array{sample_of(gpu_a, ten, {{"temperature_c", 40}}),
                                           sample_of(gpu_a, ten, {{"temperature_c", 90}})}));
    node.catch_up();
    EXPECT_NE(to_json(node.usage().last(gpu_a)).find("\"temperature_c\":40"), std::string::npos);
    EXPECT_NE(node.ask(gpu_a, ten, ten + 1min, 60).find("[40]"), std::string::npos);
}

TEST_F(Following, restart_continues_at_the_end_of_the_tables) {
    UsageNode node(*samples, *hours, end);
    ASSERT_TRUE(samples->append(measured(ten, 4000)));
    node.catch_up();
    const auto seen = node.show(gpu_a, ten, ten + 2h);
    node.open();
    EXPECT_NE(node.show(gpu_a, ten, ten + 2h), seen) << "seconds are in memory only";
    node.catch_up();
    EXPECT_EQ(node.show(gpu_a, ten, ten + 2h), seen);
}

TEST_F(Following, hour_goes_to_the_hourly_log_once_it_is_over_for_all) {
    UsageNode node(*samples, *hours, end);
    ASSERT_TRUE(samples->append(std::array{sample_of(gpu_b, ten, {{"temperature_c", 30}})}));
    ASSERT_TRUE(samples->append(measured(ten, 3600 + 9 * 60)));
    node.catch_up();
    EXPECT_EQ(rows_of(*hours), 0U) << "samples of others may come for ten minutes more";
    ASSERT_TRUE(samples->append(measured(ten + 3600s + 9min, 120)));
    node.catch_up();
    EXPECT_EQ(rows_of(*hours), 2U) << "also of the one that fell silent";
}

TEST_F(Following, hours_waiting_for_the_hourly_log_survive_a_crash) {
    hours.reset();
    hours = open_hours(128 * 1024);  // the first hour fills it
    std::vector<Sample> many;
    for (unsigned n = 0; n < 4000; ++n) {
        many.push_back(sample_of(nth<GpuId>(1000 + n), ten, {{"temperature_c", 30}}));
    }
    ASSERT_TRUE(samples->append(many));
    ASSERT_TRUE(samples->append(measured(ten, 2 * 3600)));
    UsageNode node(*samples, *hours, end);
    node.catch_up();
    EXPECT_NE(node.problems, "");
    EXPECT_EQ(rows_of(*hours), 0U);

    hours.reset();
    std::filesystem::remove_all(folder.path() / "hours");
    hours = open_hours();
    UsageNode again(*samples, *hours, end);  // like another node, or this one after a rebuild
    again.catch_up();
    EXPECT_EQ(rows_of(*hours), 4001U);
}

TEST_F(Following, untrusted_clock_expires_nothing) {
    ASSERT_TRUE(samples->append(measured(ten + 10s, 2 * 3600)));
    UsageNode(*samples, *hours, end).catch_up();  // its hours are on record
    UsageNode node(*samples, *hours, end + std::chrono::days{30});
    node.clock_is_trusted = false;
    const auto first_left = [&] {
        for (int i = 0; i < 10; ++i) node.catch_up();
        const auto cursor = std::move(samples->follow(Instant{}).value());
        std::vector<Sample> left;
        while (cursor->next(left, 0ms).value()) {
        }
        return left.empty() ? Instant{} : left.front().at;
    };
    EXPECT_EQ(first_left(), ten + 10s);
    node.clock_is_trusted = true;
    EXPECT_NE(first_left(), ten + 10s) << "otherwise this shows nothing";
}

TEST_F(Following, hour_with_expired_samples_is_restored_from_the_hourly_log) {
    const auto short_while = 1h;
    UsageNode node(*samples, *hours, ten + 5h, short_while);
    ASSERT_TRUE(samples->append(measured(ten + 10s, 5 * 3600 - 20)));
    node.catch_up();
    const auto seen = node.ask(gpu_a, ten, ten + 5h, 3600);
    node.catch_up();
    const auto cursor = std::move(samples->follow(Instant{}).value());
    std::vector<Sample> left;
    while (cursor->next(left, 0ms).value()) {
    }
    ASSERT_FALSE(left.empty());
    EXPECT_GE(left.front().at, ten + 4h) << "the others have expired";
    node.throw_tables_away();
    node.catch_up();
    EXPECT_EQ(node.ask(gpu_a, ten, ten + 5h, 3600), seen);
}

}  // namespace
}  // namespace dibs::test
