// Samples: the block they are packed in, the embedded log and its retention, the hours kept for
// ever, and the topic on Kafka.
#include "ingest/log/samples/sample_log.hpp"

#include "ingest/log/samples/sample_log_block.hpp"
#include "ingest/log/samples/sample_log_kafka.hpp"
#include "ingest/log/samples/sample_log_lmdb.hpp"
#include "tests/contract/log_contract.hpp"
#include "tests/support/kafka_broker.hpp"

#include <map>
#include <random>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;

// In the past: Kafka takes no message more than an hour ahead of its clock.
const Instant noon = *parse_instant("2025-11-21T12:00:00.000Z");

GpuId gpu(std::uint8_t number) {
    GpuId id;
    id.uuid[15] = number;
    return id;
}

std::optional<std::int32_t> maybe(std::mt19937& random, int percent, std::int32_t value) {
    if (static_cast<int>(random() % 100) >= percent) return std::nullopt;
    return value;
}

std::vector<Sample> random_samples(std::mt19937& random) {
    const auto count = 1 + random() % max_block_samples;
    const int presence = random() % 3 == 0 ? 100 : static_cast<int>(random() % 101);
    const auto spread = random() % 31;
    const auto any = [&] { return static_cast<std::int32_t>(random()) >> spread; };
    std::vector<Sample> samples;
    auto at = unix_ms(noon);
    for (std::size_t i = 0; i < count; ++i) {
        samples.push_back({gpu(1), from_unix_ms(at), maybe(random, presence, any()),
                           maybe(random, presence, any()), maybe(random, presence, any()),
                           maybe(random, presence, any())});
        at += random() % 5 == 0 ? static_cast<std::int64_t>(random() % 100'000) : 1000;
    }
    return samples;
}

TEST(SampleBlock, gives_back_any_samples_absent_values_included) {
    std::mt19937 random(1);
    for (int round = 0; round < 5000; ++round) {
        const auto samples = random_samples(random);
        ASSERT_EQ(decode_block(gpu(1), encode_block(samples)), samples) << "round " << round;
    }
}

TEST(SampleBlock, keeps_the_least_and_greatest_numbers) {
    std::vector<Sample> samples;
    for (int i = 0; i < 6; ++i) {
        samples.push_back({gpu(1), i % 2 == 0 ? Instant::min() : Instant::max(),
                           i % 2 == 0 ? INT32_MIN : INT32_MAX, 0, -1, std::nullopt});
    }
    EXPECT_EQ(decode_block(gpu(1), encode_block(samples)), samples);
}

TEST(SampleBlock, cut_short_or_changed_is_refused_or_reads_as_samples_but_never_crashes) {
    std::mt19937 random(2);
    for (int round = 0; round < 500; ++round) {
        auto bytes = encode_block(random_samples(random));
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

// A GPU as it behaves: jobs of some minutes, noise, a temperature that follows, a missed second.
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
        samples.push_back({gpu(1), at, static_cast<std::int32_t>(busy), memory,
                           static_cast<std::int32_t>(temperature),
                           static_cast<std::int32_t>((60 + busy * 2.4 + noise(random) * 6) * 10)});
    }
    return samples;
}

TEST(SampleBlock, takes_at_most_three_bytes_a_sample_of_four_values) {
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

std::vector<Sample> read(SampleLog& log, const GpuId& wanted, const Interval& when) {
    std::vector<Sample> found;
    const auto read = log.for_each(when, [&](const Sample& sample) {
        if (sample.gpu == wanted) found.push_back(sample);
        return true;
    });
    EXPECT_TRUE(read) << read.error().text;
    return found;
}

std::unique_ptr<SampleLog> opened(const TemporaryDirectory& directory) {
    auto log = open_lmdb_sample_log({.directory = directory.path()});
    if (!log) throw std::runtime_error(log.error().text);
    return std::move(*log);
}

std::vector<Sample> every_second(const GpuId& id, Instant from, int count) {
    std::vector<Sample> samples;
    for (int i = 0; i < count; ++i) samples.push_back({id, from + i * 1s, i % 101, i, {}, i * 3});
    return samples;
}

TEST(LmdbSampleLog, what_was_appended_is_read_stored_or_not_by_gpu_and_time) {
    const TemporaryDirectory directory;
    const auto log = opened(directory);
    const auto ones = every_second(gpu(1), noon - 100s, 5000);
    const auto twos = every_second(gpu(2), noon, 5000);
    for (std::size_t i = 0; i < ones.size(); ++i) {
        ASSERT_TRUE(log->append(std::vector{ones[i], twos[i]}));
    }
    EXPECT_EQ(read(*log, gpu(1), {noon - 1h, noon + 3h}), ones);
    EXPECT_EQ(read(*log, gpu(2), {noon - 1h, noon + 3h}), twos);
    const std::vector<Sample> middle(ones.begin() + 90, ones.begin() + 3710);
    EXPECT_EQ(read(*log, gpu(1), {noon - 10s, noon + 1h + 10s}), middle);
    EXPECT_EQ(read(*log, gpu(3), {noon - 1h, noon + 3h}), std::vector<Sample>{});
    EXPECT_EQ(read(*log, gpu(1), {noon, noon}), std::vector<Sample>{});
    EXPECT_EQ(log->lost(), 0U);
}

TEST(LmdbSampleLog, one_who_has_enough_is_given_no_more) {
    const TemporaryDirectory directory;
    const auto log = opened(directory);
    ASSERT_TRUE(log->append(every_second(gpu(1), noon, 300)));
    ASSERT_TRUE(log->append(every_second(gpu(2), noon, 3)));
    int taken = 0;
    ASSERT_TRUE(log->for_each({noon, noon + 1h}, [&](const Sample&) { return ++taken < 7; }));
    EXPECT_EQ(taken, 7);
}

TEST(LmdbSampleLog, a_closed_log_has_everything_when_opened_again) {
    const TemporaryDirectory directory;
    const auto samples = every_second(gpu(1), noon, 300);
    ASSERT_TRUE(opened(directory)->append(samples));
    const auto log = opened(directory);
    EXPECT_EQ(read(*log, gpu(1), {noon, noon + 1h}), samples);
    const auto more = every_second(gpu(1), noon + 299s, 2);  // begins where the last one ended
    ASSERT_TRUE(log->append(more));
    EXPECT_EQ(read(*log, gpu(1), {noon, noon + 1h}).size(), 302U);
}

TEST(LmdbSampleLog, two_blocks_of_the_same_millisecond_are_both_kept) {
    const TemporaryDirectory directory;
    const auto log = opened(directory);
    for (int i = 0; i < 3; ++i) {
        ASSERT_TRUE(log->append(every_second(gpu(1), noon, 1)));
        ASSERT_TRUE(log->flush());
    }
    EXPECT_EQ(read(*log, gpu(1), {noon, noon + 1h}).size(), 3U);
}

TEST(LmdbSampleLog, expiring_deletes_whole_hours_that_are_over_in_steps) {
    const TemporaryDirectory directory;
    const auto log = opened(directory);
    for (std::uint8_t n = 0; n < 100; ++n) {
        ASSERT_TRUE(log->append(every_second(gpu(n), noon, 3600 + 10)));
    }
    ASSERT_TRUE(log->flush());
    EXPECT_EQ(log->expire(noon + 59min), 0U);
    std::size_t deleted = 0;
    int steps = 0;
    for (;; ++steps) {
        const auto now = log->expire(noon + 90min);
        ASSERT_TRUE(now);
        EXPECT_LE(*now, 1000U);
        if (*now == 0) break;
        deleted += *now;
    }
    EXPECT_EQ(deleted, 100U * 29U);
    EXPECT_EQ(steps, 3);
    EXPECT_EQ(read(*log, gpu(7), {noon, noon + 1h}), std::vector<Sample>{});
    EXPECT_EQ(read(*log, gpu(7), {noon, noon + 2h}).size(), 10U);
}

TEST(LmdbSampleLog, a_full_disk_is_said_and_counted) {
    const TemporaryDirectory directory;
    const auto log = std::move(
        open_lmdb_sample_log({.directory = directory.path(), .map_bytes = 128 * 1024}).value());
    LogResult<void> last{};
    for (int i = 0; i < 1000 && last; ++i) {
        last = log->append(every_second(gpu(1), noon + i * 1h, 3600));
    }
    ASSERT_FALSE(last);
    EXPECT_EQ(last.error().kind, LogError::Kind::full);
    EXPECT_GT(log->lost(), 0U);
}

TEST(HourlyUsage, takes_mean_and_max_of_the_values_that_are_there) {
    const std::vector<Sample> samples{{gpu(1), noon + 1s, 10, 100, {}, -5},
                                      {gpu(1), noon + 2s, {}, 301, {}, -6},
                                      {gpu(1), noon + 3s, 15, 100, {}, -6}};
    const HourlyUsage wanted{gpu(1), noon, 3, {{13, 15}}, {{167, 301}}, {}, {{-6, -5}}};
    EXPECT_EQ(summarize(samples), wanted);
}

std::vector<HourlyUsage> two_days_of_two_gpus() {
    std::vector<HourlyUsage> hours;
    for (std::uint8_t n = 1; n <= 2; ++n) {
        for (int h = 0; h < 48; ++h) {
            hours.push_back({gpu(n), noon + h * 1h, 3600, {{h, 100}}, {}, {{-h, h}}, {{h, h}}});
        }
    }
    return hours;
}

// In the order of GPU and hour; an hour that came twice as it came last.
std::vector<HourlyUsage> all_of(HourlyLog& log) {
    std::map<std::pair<GpuId, Instant>, HourlyUsage> found;
    const auto read = log.for_each([&](const HourlyUsage& h) { found[{h.gpu, h.hour}] = h; });
    EXPECT_TRUE(read) << read.error().text;
    std::vector<HourlyUsage> hours;
    for (const auto& [key, hour] : found) hours.push_back(hour);
    return hours;
}

TEST(HourlyLog, hours_are_kept_by_gpu_and_an_hour_again_replaces_itself) {
    const TemporaryDirectory directory;
    auto hours = two_days_of_two_gpus();
    {
        const auto log = std::move(open_lmdb_hourly_log({.directory = directory.path()}).value());
        ASSERT_TRUE(log->append(hours));
        hours[3].samples = 1;
        ASSERT_TRUE(log->append(std::span(hours).subspan(3, 1)));
    }
    const auto log = std::move(open_lmdb_hourly_log({.directory = directory.path()}).value());
    EXPECT_EQ(all_of(*log), hours);
}

TEST(KafkaHourlyLog, hours_on_a_topic_are_there_for_a_node_that_never_saw_them) {
    KafkaSettings settings;
    settings.brokers = kafka_address();
    settings.topic = fresh_topic_name();
    EXPECT_FALSE(open_kafka_hourly_log(settings)) << "there is no such topic yet";
    ASSERT_TRUE(create_hourly_topic(settings));
    auto hours = two_days_of_two_gpus();
    {
        const auto log = std::move(open_kafka_hourly_log(settings).value());
        EXPECT_TRUE(all_of(*log).empty());
        ASSERT_TRUE(log->append(hours));
        hours[3].samples = 1;
        ASSERT_TRUE(log->append(std::span(hours).subspan(3, 1)));
    }
    produce_message(settings.brokers, settings.topic, "a stranger's");
    const auto log = std::move(open_kafka_hourly_log(settings).value());
    EXPECT_EQ(all_of(*log), hours);
}

TEST(KafkaSampleLog, samples_on_a_topic_are_read_by_gpu_and_time) {
    KafkaSampleSettings settings;
    settings.kafka.brokers = kafka_address();
    settings.kafka.topic = fresh_topic_name();
    ASSERT_TRUE(create_sample_topic(settings));
    const auto log = std::move(open_kafka_sample_log(settings).value());
    EXPECT_EQ(read(*log, gpu(1), {noon, noon + 1h}), std::vector<Sample>{});
    const auto ones = every_second(gpu(1), noon, 400);
    const auto twos = every_second(gpu(2), noon, 400);
    for (std::size_t i = 0; i < ones.size(); i += 10) {
        std::vector<Sample> together(ones.begin() + static_cast<std::ptrdiff_t>(i),
                                     ones.begin() + static_cast<std::ptrdiff_t>(i) + 10);
        together.insert(together.end(), twos.begin() + static_cast<std::ptrdiff_t>(i),
                        twos.begin() + static_cast<std::ptrdiff_t>(i) + 10);
        ASSERT_TRUE(log->append(together));
    }
    ASSERT_TRUE(log->flush());
    produce_message(settings.kafka.brokers, settings.kafka.topic, "a stranger's");
    EXPECT_EQ(read(*log, gpu(1), {noon, noon + 1h}), ones);
    EXPECT_EQ(read(*log, gpu(2), {noon + 100s, noon + 200s}),
              std::vector<Sample>(twos.begin() + 100, twos.begin() + 200));
    EXPECT_EQ(log->lost(), 0U);
}

TEST(KafkaSampleLog, samples_nobody_takes_are_counted_as_lost) {
    // Opened against a broker that then goes away would take long: the queue is simply too small.
    KafkaSampleSettings settings;
    settings.kafka.brokers = kafka_address();
    settings.kafka.topic = fresh_topic_name();
    settings.kafka.queue_records = 1;
    ASSERT_TRUE(create_sample_topic(settings));
    const auto log = std::move(open_kafka_sample_log(settings).value());
    std::vector<Sample> many;
    for (std::uint8_t n = 0; n < 200; ++n) many.push_back({gpu(n), noon, 1, 2, 3, 4});
    ASSERT_TRUE(log->append(many));
    EXPECT_TRUE(log->flush());
    EXPECT_GT(log->lost(), 0U);
    EXPECT_LT(log->lost(), 200U);
}

}  // namespace
}  // namespace dibs::test
