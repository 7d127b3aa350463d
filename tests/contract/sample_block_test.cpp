// Blocks of samples, and buckets as bytes: encoding is lossless, and damaged or newer data does no
// harm.
#include "ingest/log/samples/open_block.hpp"
#include "ingest/log/samples/sample_log.hpp"
#include "ingest/log/samples/sample_log_block.hpp"
#include "ingest/log/samples/varint.hpp"
#include "tests/contract/noon.hpp"
#include "tests/support/samples.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;

std::optional<std::int32_t> maybe(std::mt19937& random, int percent, std::int32_t value) {
    if (static_cast<int>(random() % 100) >= percent) return std::nullopt;
    return value;
}

void continue_or_change(std::mt19937& random, std::vector<Sample>& samples) {
    auto& now = samples.back().occupancy;
    if (samples.size() > 1 && random() % 3 > 0) {
        now = samples[samples.size() - 2].occupancy;
    } else if (random() % 4 > 0) {
        std::vector<Occupant> all;
        for (const auto* account : {"", "ann", "größe", "a-name-as-long-as-they-can-be-32"}) {
            if (random() % 2 == 0) {
                all.push_back({account, maybe(random, 70, static_cast<int>(random() % 101))});
            }
        }
        now = Occupancy(std::move(all));
    }
}

std::vector<Sample> random_samples(std::mt19937& random, std::size_t most = max_block_samples) {
    const auto count = 1 + random() % most;
    const int presence = random() % 3 == 0 ? 100 : static_cast<int>(random() % 101);
    const auto spread = random() % 31;
    const auto any = [&] { return static_cast<std::int32_t>(random()) >> spread; };
    std::vector<Sample> samples;
    auto at = unix_ms(noon);
    for (std::size_t i = 0; i < count; ++i) {
        auto& sample = samples.emplace_back(Sample{gpu(1), from_unix_ms(at), {}});
        for (Column c = 0; c < metrics_of(Subject::gpu).size(); ++c) {
            sample.values.set(c, maybe(random, presence, any()));
        }
        // Keeps or changes the occupancy; only some blocks have one, for a part of their samples.
        if (presence % 2 == 0) continue_or_change(random, samples);
        at += random() % 5 == 0 ? static_cast<std::int64_t>(random() % 100'000) : 1000;
    }
    return samples;
}

TEST(SampleBlock, open_block_returns_all_samples_and_is_empty_afterwards) {
    std::mt19937 random(7);
    OpenBlock open;
    for (int round = 0; round < 50; ++round) {
        const auto samples = random_samples(random);
        for (const auto& sample : samples) {
            EXPECT_EQ(open.empty(), &sample == &samples.front());
            open.add(sample);
            EXPECT_EQ(open.begins(), samples.front().at);
        }
        std::vector<Sample> seen;
        open.append_to(seen);
        EXPECT_EQ(seen, samples);
        EXPECT_EQ(open.size(), samples.size());
        EXPECT_EQ(open.take(), samples);
    }
}

TEST(SampleBlock, block_keeps_any_samples_and_absent_values) {
    std::mt19937 random(1);
    for (int round = 0; round < 1000; ++round) {
        const auto samples = random_samples(random);
        ASSERT_EQ(decode_block(gpu(1), encode_block(samples)), samples) << "round " << round;
    }
}

// Like clock rates, in steps of 15 MHz.
TEST(SampleBlock, common_factor_of_the_values_costs_no_bits) {
    const auto size_with = [](std::int32_t unit) {
        std::mt19937 random(4);
        std::vector<Sample> samples;
        for (unsigned i = 0; i < max_block_samples; ++i) {
            const auto clock = 345 + unit * static_cast<std::int32_t>(random() % 8);
            samples.push_back(
                sample_of(gpu(1), noon + std::chrono::seconds{i}, {{"sm_clock_mhz", clock}}));
        }
        const auto bytes = encode_block(samples);
        EXPECT_EQ(decode_block(gpu(1), bytes), samples);
        return bytes.size();
    };
    EXPECT_LE(size_with(15), size_with(1) + 3) << "the unit, and a longer least step";
    EXPECT_LE(size_with(1001), size_with(1) + 5);
}

TEST(SampleBlock, block_keeps_the_least_and_greatest_numbers) {
    std::vector<Sample> samples;
    for (int i = 0; i < 6; ++i) {
        samples.push_back(sample_of(gpu(1), i % 2 == 0 ? Instant::min() : Instant::max(),
                                    {{"utilization_percent", i % 2 == 0 ? INT32_MIN : INT32_MAX},
                                     {"memory_used_mib", 0},
                                     {"temperature_c", -1}}));
    }
    EXPECT_EQ(decode_block(gpu(1), encode_block(samples)), samples);
}

TEST(SampleBlock, damaged_block_is_refused_or_read_without_a_crash) {
    std::mt19937 random(2);
    for (int round = 0; round < 300; ++round) {
        // Each cut is read to its end. A full block takes a second, so only a few are full.
        auto bytes = encode_block(random_samples(random, round < 10 ? max_block_samples : 60));
        for (std::size_t size = 0; size < bytes.size(); size += 1 + random() % 9) {
            EXPECT_EQ(decode_block(gpu(1), std::string_view(bytes).substr(0, size)), std::nullopt);
        }
        EXPECT_EQ(decode_block(gpu(1), bytes + "x"), std::nullopt);
        for (int change = 0; change < 50; ++change) {
            bytes[random() % bytes.size()] = static_cast<char>(random());
            const auto decoded = decode_block(gpu(1), bytes);
            EXPECT_TRUE(!decoded || decoded->size() <= max_block_samples);
        }
    }
}

TEST(SampleBlock, occupancy_takes_space_only_for_changes) {
    std::vector<Sample> samples;
    for (std::size_t i = 0; i < max_block_samples; ++i)
        samples.push_back(used(gpu(1), noon, 5, {}));
    for (auto& sample : samples) sample.occupancy = {};
    const auto without = encode_block(samples).size();
    for (auto& sample : samples) sample.occupancy = Occupancy({{"ann"}});
    EXPECT_LE(encode_block(samples).size() - without, 12U);
    EXPECT_EQ(decode_block(gpu(1), encode_block(samples)), samples);
}

// Realistic GPU samples: jobs of some minutes, noise, a temperature that follows, a missed second.
std::vector<Sample> a_days_work(std::size_t count) {
    std::mt19937 random(3);
    std::normal_distribution<double> noise(0.0, 1.0);
    std::vector<Sample> samples;
    double temperature = 35;
    double load = 0;
    std::int32_t memory = 0;
    auto at = noon;
    for (std::size_t i = 0; i < count; ++i, at += random() % 500 == 0 ? 2s : 1s) {
        if (i % 1800 == 0) {
            load = random() % 3 == 0 ? 0 : 60 + static_cast<double>(random() % 40);
            memory = load > 0 ? static_cast<std::int32_t>(random() % 40000) : 0;
        }
        temperature += ((35 + load * 0.4) - temperature) / 60;
        const double busy = load > 0 ? std::clamp(load + noise(random) * 2.5, 0.0, 100.0) : 0;
        const double power = 60 + busy * 2.4 + noise(random) * 6;
        samples.push_back(sample_of(gpu(1), at,
                                    {{"utilization_percent", static_cast<std::int32_t>(busy)},
                                     {"memory_used_mib", memory},
                                     {"temperature_c", static_cast<std::int32_t>(temperature)},
                                     {"power_w", static_cast<std::int32_t>(power * 10)}}));
    }
    return samples;
}

TEST(SampleBlock, sample_of_four_values_takes_at_most_three_bytes) {
    const auto samples = a_days_work(128 * 200);
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < samples.size(); i += 128) {
        bytes += encode_block(std::span(samples).subspan(i, 128)).size();
    }
    const double each = static_cast<double>(bytes) / static_cast<double>(samples.size());
    RecordProperty("bytes_a_sample", std::to_string(each));
    EXPECT_LE(each, 3.0);
    EXPECT_GT(each, 1.0) << "the series is too easy to say anything";
}

// A block of a program with one more metric, made by hand: version, one sample, its time, two
// metrics. The first metric is unknown here, the second is the utilisation.
TEST(SampleBlock, unknown_metric_is_skipped) {
    const auto known = encode_block(std::vector{sample_of(gpu(1), noon, {{"power_w", 1505}})});
    std::string newer = known.substr(0, 2);
    put_varint(newer, zigzag(unix_ms(noon)));
    put_varint(newer, 2);
    put_varint(newer, 9999);  // the id of the unknown metric
    put_varint(newer, 3);     // length of its data
    newer += "\x07\x08\x09";
    newer += known.substr(known.size() - 5);  // id, length, presence, value in two bytes
    EXPECT_EQ(decode_block(gpu(1), newer),
              (std::vector{sample_of(gpu(1), noon, {{"power_w", 1505}})}));
    EXPECT_EQ(decode_block(GpuId{}, newer.substr(0, newer.size() - 1)), std::nullopt);
}

TEST(Buckets, buckets_are_decoded_unchanged_and_skip_unknown_metrics) {
    Bucket bucket;
    bucket.add(readings(Subject::gpu, {{"utilization_percent", 10}, {"temperature_c", -5}}));
    bucket.add(readings(Subject::gpu, {{"utilization_percent", 15}, {"temperature_c", -7}}));
    const auto bytes = encode_bucket(Subject::gpu, bucket);
    EXPECT_EQ(decode_bucket(Subject::gpu, bytes), bucket);
    const auto other = decode_bucket(Subject::host, bytes);
    ASSERT_TRUE(other) << "a host has none of these metrics";
    EXPECT_EQ(*other, (Bucket{2, {}}));
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        EXPECT_EQ(decode_bucket(Subject::gpu, bytes.substr(0, size)), std::nullopt);
    }
}

TEST(Uses, uses_are_decoded_unchanged_and_refused_when_cut) {
    const std::vector<Use> uses{
        {UseBy::holder, "ann", ReservationId{{1, 2, 3}}, 3600, 3599, 359'900},
        {UseBy::other, "ben", {}, 1, 0, 0},
        {UseBy::shared, "", ReservationId{{9}}, 7, 7, -1}};
    const std::vector<HeldTime> held{{{}, 3599, 0, 0}, {ReservationId{{9}}, 3000, 250'000, -7}};
    const auto bytes = encode_uses(uses, held);
    EXPECT_EQ(decode_uses(bytes), (HourUses{uses, held}));
    EXPECT_EQ(decode_uses(encode_uses({}, {})), HourUses{});
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        EXPECT_EQ(decode_uses(bytes.substr(0, size)), std::nullopt);
    }
    EXPECT_EQ(decode_uses(bytes + "x"), std::nullopt);
    EXPECT_EQ(decode_uses("\x01\x07"), std::nullopt) << "a kind of a later version";
}

TEST(Uses, energy_and_spreads_are_decoded_unchanged_or_absent) {
    std::vector<Use> uses{{UseBy::holder, "ann", ReservationId{{9}}, 3600, 3600, 180'000},
                          {UseBy::nobody, "", {}, 100, 100, 0}};
    const std::vector<HeldTime> held{{ReservationId{{9}}, 3600, 0, 0}};
    const auto older = encode_uses(uses, held);
    EXPECT_EQ(decode_uses(older), (HourUses{uses, held, {}})) << "nothing is known of them";
    uses[0].energy = Energy{360'000, 10'800'000};
    const std::vector<Spread> spreads{{{}, {{0, 100}}, {}},
                                      {ReservationId{{9}}, {{20, 3000}, {21, 600}}, {{61, 3600}}}};
    const auto bytes = encode_uses(uses, held, spreads);
    EXPECT_TRUE(bytes.starts_with(older));
    EXPECT_EQ(decode_uses(bytes), (HourUses{uses, held, spreads}));
    for (auto size = older.size() + 1; size < bytes.size(); ++size) {
        EXPECT_EQ(decode_uses(bytes.substr(0, size)), std::nullopt) << size;
    }
    EXPECT_EQ(decode_uses(bytes + "x"), std::nullopt);
}

}  // namespace
}  // namespace dibs::test
