// Usage from samples: last values, seconds, minutes, hours, and that absent stays absent.
#include "domain/codec/json_writer.hpp"
#include "projections/read_model.hpp"
#include "tests/projections/scratch.hpp"
#include "tests/support/sample_site.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using views::Decimal;

Sample sample(GpuId gpu, Instant at, std::int32_t utilization) {
    Sample s{gpu, at};
    s.utilization_percent = utilization;
    s.power_dw = 1'505;
    return s;
}

class UsageTables : public testing::Test {
  protected:
    UsageTables() { open(); }
    void open() {
        model.reset();
        model = ReadModel::open({.directory = scratch.path(), .boot_id = "b"}).value();
    }
    Usage& usage() { return model->usage(); }
    // Each second from `from`: its number modulo 100.
    void run(GpuId gpu, Instant from, int seconds) {
        std::vector<Sample> samples;
        for (int i = 0; i < seconds; ++i) {
            samples.push_back(sample(gpu, from + std::chrono::seconds{i}, i % 100));
        }
        usage().take(samples);
    }
    views::GpuUsage ask(std::string_view from, std::string_view until, std::int64_t step) {
        return usage().usage({{gpu_a}, clock(from), clock(until), step}).value().gpus.at(0);
    }
    Scratch scratch;
    std::unique_ptr<ReadModel> model;
};

TEST_F(UsageTables, the_last_values_are_shown_and_what_was_not_given_is_absent) {
    usage().take(std::array{sample(gpu_a, ten, 40)});
    const auto live = usage().last(gpu_a).value();
    EXPECT_EQ(live.utilization_percent, Decimal::of(40));
    EXPECT_EQ(live.power_w, (Decimal{150'500}));
    EXPECT_EQ(live.temperature_c, std::nullopt);
    EXPECT_EQ(to_json(live),
              R"({"at":"2026-12-01T10:00:00.000Z","utilization_percent":40,"power_w":150.5})");
    EXPECT_FALSE(usage().last(gpu_b).has_value());
}

TEST_F(UsageTables, seconds_are_as_they_were_and_missing_ones_null) {
    run(gpu_a, ten, 3);
    usage().take(std::array{sample(gpu_a, ten + std::chrono::seconds{5}, 77)});
    const auto u = usage().usage({{gpu_a}, ten, ten + std::chrono::seconds{6}, 1}).value();
    const auto& column = u.gpus[0].utilization_percent.value();
    ASSERT_EQ(column.size(), 6U);
    EXPECT_EQ(column[2], Decimal::of(2));
    EXPECT_EQ(column[3], std::nullopt);
    EXPECT_EQ(column[5], Decimal::of(77));
    EXPECT_FALSE(u.gpus[0].memory_used_mib.has_value()) << "never given: no column";
}

TEST_F(UsageTables, minutes_and_hours_are_means_also_while_still_open) {
    run(gpu_a, ten, 2 * 3600 + 30);
    const auto minutes = ask("10:00", "12:01", 60).utilization_percent.value();
    EXPECT_EQ(minutes[0], (Decimal{29'500})) << "0 to 59";
    EXPECT_EQ(minutes[120], (Decimal{14'500})) << "7200 to 7229, modulo 100: 0 to 29";
    const auto hours = ask("10:00", "13:00", 3600).utilization_percent.value();
    EXPECT_EQ(hours[0], (Decimal{49'500}));
    EXPECT_EQ(hours[2], (Decimal{14'500}));
}

TEST_F(UsageTables, buckets_survive_a_restart_and_go_on) {
    run(gpu_a, ten, 90);
    open();
    EXPECT_EQ(usage().stored_until(), ten + std::chrono::seconds{89});
    std::vector<Sample> again;  // the sample log read from a little before
    for (int i = 80; i < 120; ++i)
        again.push_back(sample(gpu_a, ten + std::chrono::seconds{i}, 100));
    usage().take(again);
    const auto minutes = ask("10:00", "10:02", 60).utilization_percent.value();
    EXPECT_EQ(minutes[0], (Decimal{29'500}));
    // 60 to 89 were 60..89, sum 2235; 90 to 119 were 100 each.
    EXPECT_EQ(minutes[1], (Decimal{(2235 + 3000) * 1000 / 60}));
}

TEST_F(UsageTables, without_a_step_the_finest_that_is_kept_and_short_enough) {
    run(gpu_a, ten, 10);
    const auto step = [&](Instant from, Instant until) {
        return usage().usage({{gpu_a}, from, until, {}}).value().step_s;
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
    const auto refused = usage().usage({many, ten, ten + std::chrono::hours{1}, 1});
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().field, "step");
    EXPECT_EQ(usage().usage({{gpu_a}, ten, ten, 1}).error().code, Code::interval_reversed);
}

TEST_F(UsageTables, the_mean_of_a_booking_counts_its_gpus_and_its_time_only) {
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

TEST_F(UsageTables, a_frame_has_a_row_for_each_gpu_asked_for_and_null_for_a_silent_one) {
    usage().take(
        std::array{sample(gpu_a, ten, 1), sample(gpu_b, ten + std::chrono::minutes{1}, 2)});
    const auto frame = usage().frame({gpu_a, gpu_b, gpu_c});
    EXPECT_EQ(to_json(frame.utilization_percent), "[null,2,null]");
    EXPECT_EQ(frame.at, ten + std::chrono::minutes{1});
}

TEST_F(UsageTables, minutes_are_kept_for_thirty_days) {
    run(gpu_a, ten, 70);
    run(gpu_a, ten + std::chrono::days{31}, 70);
    EXPECT_FALSE(ask("10:00", "10:01", 60).utilization_percent.has_value());
    EXPECT_TRUE(ask("10:00", "11:00", 3600).utilization_percent.has_value());
}

// Just enough of the two logs.
class SamplesOf : public SampleLog {
  public:
    std::vector<Sample> all;
    LogResult<void> append(std::span<const Sample>) override { return {}; }
    LogResult<void> flush() override { return {}; }
    LogResult<void> for_each(const Interval& when,
                             const std::function<bool(const Sample&)>& take) override {
        for (const auto& s : all) {
            if (when.contains(s.at) && !take(s)) break;
        }
        return {};
    }
    LogResult<std::size_t> expire(Instant) override { return 0U; }
    [[nodiscard]] std::uint64_t lost() const override { return 0; }
};
class HoursOf : public HourlyLog {
  public:
    std::map<std::pair<GpuId, Instant>, HourlyUsage> all;
    LogResult<void> append(std::span<const HourlyUsage> hours) override {
        for (const auto& h : hours) all[{h.gpu, h.hour}] = h;
        return {};
    }
    LogResult<void> for_each(const std::function<void(const HourlyUsage&)>& take) override {
        for (const auto& [key, hour] : all) take(hour);
        return {};
    }
};

TEST_F(UsageTables, ended_hours_are_handed_to_their_log_once) {
    run(gpu_a, ten, 3 * 3600);
    const auto hours = usage().ended_hours();
    ASSERT_EQ(hours.size(), 2U) << "the third is open";
    EXPECT_EQ(hours[1].hour, ten + std::chrono::hours{1});
    EXPECT_EQ(hours[1].samples, 3600U);
    EXPECT_EQ(hours[1].utilization_percent->max, 99);
    EXPECT_FALSE(hours[1].memory_used_mib.has_value());
    EXPECT_TRUE(usage().ended_hours().empty());
}

TEST_F(UsageTables, thrown_away_they_come_back_from_the_logs) {
    SamplesOf samples;
    HoursOf hours;
    const auto long_ago = ten - std::chrono::days{100};  // whose samples have expired
    for (int i = 0; i < 3700; i += 10) {
        usage().take(std::array{sample(gpu_a, long_ago + std::chrono::seconds{i}, 30)});
    }
    for (int i = 0; i < 2 * 3600; ++i) {
        samples.all.push_back(sample(gpu_a, ten + std::chrono::seconds{i}, i % 100));
    }
    usage().take(samples.all);
    (void)hours.append(usage().ended_hours());
    const auto now = ten + std::chrono::hours{2};
    const auto never = [] { return false; };
    const auto show = [&] {
        const auto in = [&](Instant from, Instant until, std::int64_t step) {
            return to_json(usage().usage({{gpu_a}, from, until, step}).value());
        };
        return in(long_ago, long_ago + std::chrono::hours{1}, 3600) + in(ten, now, 3600) +
               in(ten, now, 60) + in(now - std::chrono::minutes{59}, now, 1);
    };
    const auto before = show();
    model.reset();
    ASSERT_TRUE(ReadModel::discard(scratch.path()).has_value());
    open();
    EXPECT_NE(show(), before);
    ASSERT_TRUE(usage().restore(samples, hours, now, never).has_value());
    EXPECT_EQ(show(), before);
    EXPECT_FALSE(usage().last(gpu_b).has_value());
    open();
    ASSERT_TRUE(usage().restore(samples, hours, now, never).has_value());
    EXPECT_EQ(show(), before) << "also at a start with the tables there";

    model.reset();
    ASSERT_TRUE(ReadModel::discard(scratch.path()).has_value());
    open();
    ASSERT_TRUE(usage().restore(samples, hours, now, [] { return true; }).has_value());
    EXPECT_NE(show(), before) << "it was stopped at once";
    open();
    ASSERT_TRUE(usage().restore(samples, hours, now, never).has_value());
    EXPECT_EQ(show(), before) << "what the stopped one left out";
}

TEST(Decimals, are_written_with_as_many_digits_as_they_have) {
    EXPECT_EQ(to_json(Decimal{0}), "0");
    EXPECT_EQ(to_json(Decimal{1500}), "1.5");
    EXPECT_EQ(to_json(Decimal{1005}), "1.005");
    EXPECT_EQ(to_json(Decimal{-20}), "-0.02");
    EXPECT_EQ(to_json(Decimal::of(-7)), "-7");
}

}  // namespace
}  // namespace dibs::test
