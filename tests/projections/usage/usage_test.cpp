// Usage from samples: last values, seconds, minutes, hours. Absent values stay absent.
#include "domain/codec/json_writer.hpp"
#include "projections/read_model.hpp"
#include "projections/usage/floor_to.hpp"
#include "tests/projections/store/scratch.hpp"
#include "tests/support/sample_site.hpp"
#include "tests/support/samples.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using views::Decimal;

Sample sample(GpuId gpu, Instant at, std::int32_t utilization) {
    return sample_of(gpu, at, {{"utilization_percent", utilization}, {"power_w", 1505}});
}

std::optional<views::UsageColumn> column(const views::SubjectUsage& usage, std::string_view name) {
    const auto wanted = find_column(usage.of.kind, name).value();
    for (const auto& [column, values] : usage.columns) {
        if (column == wanted) return values;
    }
    return std::nullopt;
}

class UsageTables : public testing::Test {
  protected:
    UsageTables() { open(); }
    void open(const HistoryKept& kept = {}) {
        model.reset();
        model =
            ReadModel::open({.directory = scratch.path(), .boot_id = "b", .history = kept}).value();
    }
    void tidy() {
        while (usage().tidy()) {
        }
    }
    Usage& usage() { return model->usage(); }
    // The value of each second from `from` is its number modulo 100.
    void run(GpuId gpu, Instant from, int seconds) {
        std::vector<Sample> samples;
        for (int i = 0; i < seconds; ++i) {
            samples.push_back(sample(gpu, from + std::chrono::seconds{i}, i % 100));
        }
        usage().take(samples);
        usage().settle();
    }
    // The utilization of one GPU.
    std::optional<views::UsageColumn> ask(std::string_view from, std::string_view until,
                                          std::int64_t step) {
        const auto all = usage().usage(
            {.gpus = {gpu_a}, .from = clock(from), .until = clock(until), .step_s = step});
        return column(all.value().gpus.at(0), "utilization_percent");
    }
    views::Usage of(GpuId gpu, Instant from, Instant until, std::optional<std::int64_t> step) {
        return usage().usage({.gpus = {gpu}, .from = from, .until = until, .step_s = step}).value();
    }
    Scratch scratch;
    std::unique_ptr<ReadModel> model;
};

TEST_F(UsageTables, last_values_are_shown_and_missing_metrics_are_absent) {
    usage().take(std::array{sample(gpu_a, ten, 40)});
    const auto live = usage().last(gpu_a).value();
    EXPECT_EQ(to_json(live),
              R"({"at":"2026-12-01T10:00:00.000Z","utilization_percent":40,"power_w":150.5})");
    EXPECT_FALSE(usage().last(gpu_b).has_value());
    const auto seen = [&](bool in_sight, std::int64_t ms) {
        const auto text = to_json(views::seen_at(live, in_sight, ten + Duration{ms}));
        const auto begin = text.find("\"age_s\"");
        return text.substr(begin, text.find(",\"utilization") - begin);
    };
    EXPECT_EQ(seen(true, 1'999), R"("age_s":1,"current":true)");
    EXPECT_EQ(seen(true, 30'000), R"("age_s":30,"current":true)");
    EXPECT_EQ(seen(true, 30'001), R"("age_s":30,"current":false)");
    EXPECT_EQ(seen(false, 1'000), R"("age_s":1,"current":false)");
    EXPECT_EQ(seen(true, -5'000), R"("age_s":0,"current":true)") << "its clock is ahead";
}

TEST_F(UsageTables, seconds_are_unchanged_and_missing_ones_are_null) {
    run(gpu_a, ten, 3);
    usage().take(std::array{sample(gpu_a, ten + std::chrono::seconds{5}, 77)});
    const auto u = of(gpu_a, ten, ten + std::chrono::seconds{6}, 1);
    const auto values = column(u.gpus[0], "utilization_percent").value();
    ASSERT_EQ(values.size(), 6U);
    EXPECT_EQ(values[2], Decimal::of(2));
    EXPECT_EQ(values[3], std::nullopt);
    EXPECT_EQ(values[5], Decimal::of(77));
    EXPECT_FALSE(column(u.gpus[0], "memory_used_mib").has_value()) << "never given: no column";
}

TEST_F(UsageTables, minutes_and_hours_are_means_even_while_open) {
    run(gpu_a, ten, 2 * 3600 + 30);
    const auto minutes = ask("10:00", "12:01", 60).value();
    EXPECT_EQ(minutes[0], (Decimal{29'500})) << "0 to 59";
    EXPECT_EQ(minutes[120], (Decimal{14'500})) << "7200 to 7229, modulo 100: 0 to 29";
    const auto hours = ask("10:00", "13:00", 3600).value();
    EXPECT_EQ(hours[0], (Decimal{49'500}));
    EXPECT_EQ(hours[2], (Decimal{14'500}));
}

TEST_F(UsageTables, buckets_survive_a_restart_and_continue) {
    run(gpu_a, ten, 90);
    open();
    EXPECT_LE(usage().follow_from(ten + std::chrono::hours{9}), ten);
    std::vector<Sample> again;  // the sample log read from a little before
    for (int i = 80; i < 120; ++i)
        again.push_back(sample(gpu_a, ten + std::chrono::seconds{i}, 100));
    usage().take(again);
    const auto minutes = ask("10:00", "10:02", 60).value();
    EXPECT_EQ(minutes[0], (Decimal{29'500}));
    // Seconds 60 to 89 had 60..89, sum 2235; seconds 90 to 119 had 100 each.
    EXPECT_EQ(minutes[1], (Decimal{(2235 + 3000) * 1000 / 60}));
}

TEST_F(UsageTables, default_step_is_the_finest_kept_that_fits) {
    run(gpu_a, ten, 10);
    const auto step = [&](Instant from, Instant until) {
        return of(gpu_a, from, until, {}).step_s;
    };
    EXPECT_EQ(step(ten, ten + std::chrono::minutes{10}), 1);
    EXPECT_EQ(step(ten, ten + std::chrono::hours{1}), 60) << "3,600 points are too many";
    EXPECT_EQ(step(ten - std::chrono::hours{2}, ten), 60) << "seconds are kept for an hour";
    EXPECT_EQ(
        step(ten - std::chrono::days{31}, ten - std::chrono::days{31} + std::chrono::minutes{1}),
        3600);
}

TEST_F(UsageTables, too_many_values_are_refused) {
    std::vector<GpuId> many;
    for (unsigned i = 0; i < 200; ++i) many.push_back(nth<GpuId>(i));
    const auto refused = usage().usage(
        {.gpus = many, .from = ten, .until = ten + std::chrono::hours{1}, .step_s = 1});
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().field, "step");
    EXPECT_EQ(usage().usage({.gpus = {gpu_a}, .from = ten, .until = ten}).error().code,
              Code::interval_reversed);
}

TEST_F(UsageTables, mean_of_a_booking_covers_its_gpus_and_time_only) {
    std::vector<Sample> samples;
    for (int i = 0; i < 3 * 3600; ++i) {
        const auto at = ten + std::chrono::seconds{i};
        const bool booked = i >= 1800 && i < 9000;
        samples.push_back(sample(gpu_a, at, booked ? 80 : 0));
        samples.push_back(sample(gpu_b, at, booked ? 40 : 0));
    }
    usage().take(samples);
    const Interval when{ten + std::chrono::seconds{1800}, ten + std::chrono::seconds{9000}};
    EXPECT_EQ(usage().mean_utilization({gpu_a, gpu_b}, when), Decimal::of(60));
    EXPECT_EQ(usage().mean_utilization({gpu_c}, when), std::nullopt);
}

TEST_F(UsageTables, frame_has_a_row_for_each_gpu_and_null_for_a_silent_one) {
    usage().take(
        std::array{sample(gpu_a, ten, 1), sample(gpu_b, ten + std::chrono::minutes{1}, 2)});
    const auto frame = usage().frame({{gpu_a, gpu_b, gpu_c}});
    EXPECT_NE(to_json(frame).find(R"("utilization_percent":[null,2,null])"), std::string::npos);
    EXPECT_EQ(frame.at, ten + std::chrono::minutes{1});
}

TEST_F(UsageTables, step_has_minimum_maximum_and_sample_count) {
    run(gpu_a, ten, 60);
    usage().take(std::array{sample(gpu_a, ten + std::chrono::seconds{70}, 5)});
    const auto told = [&](views::Statistic statistic) {
        const auto all = usage()
                             .usage({.gpus = {gpu_a},
                                     .from = ten,
                                     .until = ten + std::chrono::minutes{3},
                                     .step_s = 60,
                                     .metrics = {"utilization_percent"},
                                     .statistic = statistic})
                             .value();
        EXPECT_EQ(all.statistic, statistic);
        return column(all.gpus[0], "utilization_percent").value();
    };
    using Column = views::UsageColumn;
    EXPECT_EQ(told(views::Statistic::min), (Column{Decimal::of(0), Decimal::of(5), {}}));
    EXPECT_EQ(told(views::Statistic::max), (Column{Decimal::of(59), Decimal::of(5), {}}));
    EXPECT_EQ(told(views::Statistic::count), (Column{Decimal::of(60), Decimal::of(1), {}}));
    open();
    EXPECT_EQ(told(views::Statistic::min)[0], Decimal::of(0)) << "also from the tables";
}

TEST_F(UsageTables, unfinished_day_is_the_sum_of_its_hours) {
    run(gpu_a, ten, 7200);
    const auto days = ask("00:00", "23:59", 86'400).value();
    ASSERT_EQ(days.size(), 1U);
    EXPECT_EQ(days[0], (Decimal{49'500}));
}

TEST_F(UsageTables, each_step_is_kept_for_its_configured_time) {
    const HistoryKept kept{std::chrono::hours{2}, std::chrono::days{1}, std::chrono::days{3},
                           std::chrono::days{10}};
    open(kept);
    const auto start = floor_to(ten, std::chrono::hours{24});
    for (int d = 0; d < 14; ++d) {
        const auto from = start + std::chrono::days{d} + std::chrono::hours{10};
        run(gpu_a, from, 60);
        run(gpu_a, from + std::chrono::hours{13}, 1);
        usage().flush();
        while (const auto ended = usage().next_ended_hour()) {
            ASSERT_TRUE(usage().reported(*ended));
        }
        tidy();
    }
    const auto found = [&](int d, std::int64_t step) {
        const auto from = start + std::chrono::days{d};
        return column(of(gpu_a, from, from + std::chrono::days{1}, step).gpus[0],
                      "utilization_percent")
            .has_value();
    };
    EXPECT_TRUE(found(13, 60) && found(13, 3600) && found(13, 86'400));
    EXPECT_FALSE(found(11, 60));
    EXPECT_TRUE(found(11, 3600) && !found(9, 3600));
    EXPECT_TRUE(found(9, 86'400) && found(4, 86'400));
    EXPECT_FALSE(found(2, 86'400));
}

TEST_F(UsageTables, default_step_fits_the_limit_of_present_values) {
    std::vector<GpuId> many;
    std::vector<Sample> samples;
    for (unsigned i = 0; i < 100; ++i) {
        many.push_back(nth<GpuId>(i));
        samples.push_back(sample(many.back(), ten, 1));
    }
    usage().take(samples);
    const auto step = [&](std::chrono::minutes length) {
        return usage().usage({.gpus = many, .from = ten, .until = ten + length}).value().step_s;
    };
    EXPECT_EQ(step(std::chrono::minutes{5}), 1) << "300 points of 2 metrics, not of 30";
    EXPECT_EQ(step(std::chrono::minutes{10}), 60) << "600 points would be 120,000 values";
    const auto few = usage().usage(
        {.gpus = {many[0]}, .from = ten, .until = ten + std::chrono::minutes{10}, .points = 100});
    EXPECT_EQ(few.value().step_s, 60);
    EXPECT_EQ(
        usage()
            .usage(
                {.gpus = {many[0]}, .from = ten, .until = ten + std::chrono::hours{1}, .points = 0})
            .error()
            .field,
        "points");
}

TEST_F(UsageTables, year_is_answered_in_days) {
    run(gpu_a, ten, 10);
    const auto year = of(gpu_a, ten - std::chrono::days{365}, ten + std::chrono::hours{1}, {});
    EXPECT_EQ(year.step_s, 86'400);
    EXPECT_EQ(column(year.gpus[0], "utilization_percent").value().size(), 366U);
}

TEST_F(UsageTables, minutes_are_kept_for_thirty_days) {
    run(gpu_a, ten, 70);
    run(gpu_a, ten + std::chrono::days{31}, 70);
    tidy();
    EXPECT_FALSE(ask("10:00", "10:01", 60).has_value());
    EXPECT_TRUE(ask("10:00", "11:00", 3600).has_value());
}

TEST_F(UsageTables, counter_shows_the_maximum_of_a_step_not_its_mean) {
    for (int i = 0; i < 60; ++i) {
        usage().take(std::array{
            sample_of(gpu_a, ten + std::chrono::seconds{i}, {{"ecc_errors", i < 30 ? 2 : 5}})});
    }
    const auto u = of(gpu_a, ten, ten + std::chrono::minutes{1}, 60);
    EXPECT_EQ(column(u.gpus[0], "ecc_errors").value()[0], Decimal::of(5));
}

TEST_F(UsageTables, last_values_of_a_process_are_dropped_when_it_is_silent) {
    const SubjectId process(nth<ProcessId>(1), gpu_a);
    usage().take(std::array{sample_of(process, ten, {{"memory_used_mib", 300}})});
    EXPECT_EQ(to_json(usage().last(process)),
              R"({"at":"2026-12-01T10:00:00.000Z","memory_used_mib":300})");
    usage().take(std::array{sample(gpu_a, ten + std::chrono::minutes{2}, 1)});
    usage().flush();
    EXPECT_FALSE(usage().last(process).has_value());
}

TEST_F(UsageTables, one_hour_of_seconds_is_kept) {
    run(gpu_a, ten, 2 * 3600);
    const auto end = ten + std::chrono::hours{2};
    const auto all = usage()
                         .usage({.gpus = {gpu_a},
                                 .from = ten,
                                 .until = end,
                                 .step_s = 1,
                                 .metrics = {"utilization_percent"}})
                         .value();
    const auto values = column(all.gpus[0], "utilization_percent").value();
    for (std::size_t i = 3600; i < 7200; ++i) {
        ASSERT_EQ(values[i], Decimal::of(static_cast<std::int64_t>(i % 100))) << i;
    }
    EXPECT_EQ(values[3000], std::nullopt) << "older ones go, a block at a time";
}

TEST(Decimals, decimals_are_written_without_trailing_zeros) {
    EXPECT_EQ(to_json(Decimal{0}), "0");
    EXPECT_EQ(to_json(Decimal{1500}), "1.5");
    EXPECT_EQ(to_json(Decimal{1005}), "1.005");
    EXPECT_EQ(to_json(Decimal{-20}), "-0.02");
    EXPECT_EQ(to_json(Decimal::of(-7)), "-7");
}

}  // namespace
}  // namespace dibs::test
