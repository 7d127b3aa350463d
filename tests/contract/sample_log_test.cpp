// Samples: the embedded log, its followers and its retention, the permanent hours, and the topic on
// Kafka.
#include "ingest/log/samples/sample_log.hpp"

#include "ingest/log/samples/sample_log_kafka.hpp"
#include "ingest/log/samples/sample_log_lmdb.hpp"
#include "tests/contract/log_contract.hpp"
#include "tests/contract/noon.hpp"
#include "tests/support/kafka_broker.hpp"
#include "tests/support/samples.hpp"

#include <map>
#include <thread>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;

// Returns the cursor's samples up to the log's end, in its order.
std::vector<Sample> rest_of(SampleCursor& cursor, std::chrono::milliseconds wait = 0ms) {
    std::vector<Sample> found;
    for (bool more = true; more;) {
        const auto before = found.size();
        const auto next = cursor.next(found, wait);
        EXPECT_TRUE(next) << next.error().text;
        more = next && (*next || (wait > 0ms && found.size() > before));
    }
    return found;
}

std::vector<Sample> read(SampleLog& log, const GpuId& wanted, const Interval& when,
                         std::chrono::milliseconds wait = 0ms) {
    const auto cursor = log.follow(when.from);
    if (!cursor) throw std::runtime_error(cursor.error().text);
    auto found = rest_of(**cursor, wait);
    std::erase_if(found, [&](const Sample& sample) {
        return sample.of != SubjectId(wanted) || !when.contains(sample.at);
    });
    return found;
}

std::unique_ptr<SampleLog> opened(const TemporaryDirectory& directory) {
    auto log = open_lmdb_sample_log({.directory = directory.path()});
    if (!log) throw std::runtime_error(log.error().text);
    return std::move(*log);
}

std::vector<Sample> every_second(const GpuId& id, Instant from, int count) {
    std::vector<Sample> samples;
    for (int i = 0; i < count; ++i) {
        samples.push_back(sample_of(
            id, from + i * 1s,
            {{"utilization_percent", i % 101}, {"memory_used_mib", i}, {"power_w", i * 3}}));
    }
    return samples;
}

TEST(LmdbSampleLog, stored_and_waiting_samples_are_read_by_gpu_and_time) {
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

// A follower gets stored, waiting and new samples, each once, whenever it starts.
void follow_while_it_grows(SampleLog& log, std::chrono::milliseconds wait) {
    const auto first = every_second(gpu(1), noon, 300);
    const auto later = every_second(gpu(1), noon + 300s, 200);
    ASSERT_TRUE(log.append(first));
    auto early = std::move(log.follow(noon).value());
    EXPECT_EQ(rest_of(*early, wait), first);
    EXPECT_TRUE(rest_of(*early).empty());
    ASSERT_TRUE(log.append(later));
    auto late = std::move(log.follow(noon).value());
    EXPECT_EQ(rest_of(*early, wait), later);
    auto both = first;
    both.insert(both.end(), later.begin(), later.end());
    EXPECT_EQ(rest_of(*late, wait), both);
    early.reset();
    const auto last = every_second(gpu(2), noon + 500s, 1);
    ASSERT_TRUE(log.append(last));
    EXPECT_EQ(rest_of(*late, wait), last);
}

TEST(LmdbSampleLog, a_follower_has_each_sample_once) {
    const TemporaryDirectory directory;
    const auto log = opened(directory);
    follow_while_it_grows(*log, 0ms);
}

TEST(LmdbSampleLog, very_late_follower_misses_no_sample) {
    const TemporaryDirectory directory;
    const auto log = opened(directory);
    const auto cursor = std::move(log->follow(noon).value());
    EXPECT_TRUE(rest_of(*cursor).empty());
    std::map<SubjectId, std::size_t> seconds;
    for (int minute = 0; minute < 70; ++minute) {  // more than its feed takes
        std::vector<Sample> samples;
        for (std::uint8_t n = 1; n <= 50; ++n) {
            const auto more = every_second(gpu(n), noon + minute * 60s, 60);
            samples.insert(samples.end(), more.begin(), more.end());
        }
        ASSERT_TRUE(log->append(samples));
    }
    Instant last{};
    for (const auto& sample : rest_of(*cursor)) {
        ++seconds[sample.of];
        if (sample.of == SubjectId(gpu(7))) {
            EXPECT_GT(sample.at, last);
            last = sample.at;
        }
    }
    EXPECT_EQ(seconds.size(), 50U);
    EXPECT_EQ(seconds[gpu(7)], 70U * 60U);
}

TEST(LmdbSampleLog, follower_waits_for_appends_of_another_thread) {
    const TemporaryDirectory directory;
    const auto log = opened(directory);
    const auto cursor = std::move(log->follow(noon).value());
    EXPECT_TRUE(rest_of(*cursor).empty());
    const auto one = every_second(gpu(1), noon, 1);
    std::thread appender([&] { (void)log->append(one); });
    std::vector<Sample> found;
    ASSERT_TRUE(cursor->next(found, 10s));
    appender.join();
    EXPECT_EQ(found, one);
}

TEST(LmdbSampleLog, reopened_log_has_all_samples) {
    const TemporaryDirectory directory;
    const auto samples = every_second(gpu(1), noon, 300);
    ASSERT_TRUE(opened(directory)->append(samples));
    const auto log = opened(directory);
    EXPECT_EQ(read(*log, gpu(1), {noon, noon + 1h}), samples);
    const auto more = every_second(gpu(1), noon + 299s, 2);  // begins at the end of the last one
    ASSERT_TRUE(log->append(more));
    EXPECT_EQ(read(*log, gpu(1), {noon, noon + 1h}).size(), 302U);
}

TEST(LmdbSampleLog, samples_of_a_clock_set_back_are_followed_at_once) {
    const TemporaryDirectory directory;
    const auto log = opened(directory);
    ASSERT_TRUE(log->append(every_second(gpu(1), noon, 100)));
    const auto cursor = std::move(log->follow(noon).value());
    rest_of(*cursor);
    ASSERT_TRUE(log->append(every_second(gpu(1), noon + 95s, 3)));
    EXPECT_EQ(rest_of(*cursor), std::vector<Sample>{}) << "as another clock, a little behind";
    const auto now = every_second(gpu(1), noon + 40s, 30);
    ASSERT_TRUE(log->append(now));
    EXPECT_EQ(rest_of(*cursor), now);
    const auto kept = read(*log, gpu(1), {noon, noon + 1h});
    ASSERT_EQ(kept.size(), 70U) << "what was ahead has given way";
    for (std::size_t i = 1; i < kept.size(); ++i) EXPECT_GT(kept[i].at, kept[i - 1].at);
    EXPECT_EQ(kept.back(), now.back());
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

TEST(LmdbSampleLog, expire_deletes_whole_past_hours_in_steps) {
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

TEST(LmdbSampleLog, full_disk_is_reported_and_counted) {
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

std::vector<HourlyUsage> two_days_of_two_gpus() {
    std::vector<HourlyUsage> hours;
    for (std::uint8_t n = 1; n <= 2; ++n) {
        for (int h = 0; h < 48; ++h) {
            auto& hour = hours.emplace_back(HourlyUsage{gpu(n), noon + h * 1h, {}});
            hour.bucket.add(readings(Subject::gpu, {{"utilization_percent", h}}));
            hour.bucket.add(readings(Subject::gpu, {{"temperature_c", -h}, {"power_w", 10 * h}}));
            if (h == 0) continue;
            hour.uses = {{UseBy::holder, "ann", ReservationId{{n}}, 2, 1, h},
                         {UseBy::nobody, "", {}, 3600, 3600, 0}};
        }
    }
    return hours;
}

// Sorted by GPU and hour; of two records for an hour the later one.
std::vector<HourlyUsage> all_of(HourlyLog& log) {
    std::map<std::pair<SubjectId, Instant>, HourlyUsage> found;
    const auto read = log.for_each([&](const HourlyUsage& h) { found[{h.of, h.hour}] = h; });
    EXPECT_TRUE(read) << read.error().text;
    std::vector<HourlyUsage> hours;
    for (const auto& [key, hour] : found) hours.push_back(hour);
    return hours;
}

TEST(HourlyLog, hours_are_kept_by_gpu_and_a_repeated_hour_replaces_itself) {
    const TemporaryDirectory directory;
    auto hours = two_days_of_two_gpus();
    {
        const auto log = std::move(open_lmdb_hourly_log({.directory = directory.path()}).value());
        ASSERT_TRUE(log->append(hours));
        hours[3].bucket.samples = 1;
        ASSERT_TRUE(log->append(std::span(hours).subspan(3, 1)));
    }
    const auto log = std::move(open_lmdb_hourly_log({.directory = directory.path()}).value());
    EXPECT_EQ(all_of(*log), hours);
}

TEST(KafkaHourlyLog, hours_on_a_topic_are_readable_by_a_new_node) {
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
        hours[3].bucket.samples = 1;
        ASSERT_TRUE(log->append(std::span(hours).subspan(3, 1)));
    }
    produce_message(settings.brokers, settings.topic, "a stranger's");
    const auto log = std::move(open_kafka_hourly_log(settings).value());
    EXPECT_EQ(all_of(*log), hours);
}

constexpr auto patient = 2s;  // with a broker's answers

KafkaSampleSettings fresh_topic() {
    KafkaSampleSettings settings;
    settings.kafka.brokers = kafka_address();
    settings.kafka.topic = fresh_topic_name();
    EXPECT_TRUE(create_sample_topic(settings));
    return settings;
}

TEST(KafkaSampleLog, a_follower_has_each_sample_once) {
    const auto settings = fresh_topic();
    const auto log = std::move(open_kafka_sample_log(settings).value());
    follow_while_it_grows(*log, patient);
}

TEST(KafkaSampleLog, follower_gets_appends_of_another_node) {
    const auto settings = fresh_topic();
    const auto here = std::move(open_kafka_sample_log(settings).value());
    const auto there = std::move(open_kafka_sample_log(settings).value());
    const auto cursor = std::move(here->follow(noon).value());
    const auto samples = every_second(gpu(1), noon, 3);
    ASSERT_TRUE(there->append(samples));
    ASSERT_TRUE(there->flush());
    EXPECT_EQ(rest_of(*cursor, patient), samples);
}

TEST(KafkaSampleLog, samples_on_a_topic_are_read_by_gpu_and_time) {
    const auto settings = fresh_topic();
    const auto log = std::move(open_kafka_sample_log(settings).value());
    EXPECT_EQ(read(*log, gpu(1), {noon, noon + 1h}, patient), std::vector<Sample>{});
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
    EXPECT_EQ(read(*log, gpu(1), {noon, noon + 1h}, patient), ones);
    EXPECT_EQ(read(*log, gpu(2), {noon + 100s, noon + 200s}, patient),
              std::vector<Sample>(twos.begin() + 100, twos.begin() + 200));
    EXPECT_EQ(log->lost(), 0U);
}

TEST(KafkaSampleLog, undelivered_samples_are_counted_as_lost) {
    // Opening against a broker that then goes away would take long, so the queue is too small
    // instead.
    KafkaSampleSettings settings;
    settings.kafka.brokers = kafka_address();
    settings.kafka.topic = fresh_topic_name();
    settings.kafka.queue_records = 1;
    ASSERT_TRUE(create_sample_topic(settings));
    const auto log = std::move(open_kafka_sample_log(settings).value());
    std::vector<Sample> many;
    for (std::uint8_t n = 0; n < 200; ++n)
        many.push_back(sample_of(gpu(n), noon, {{"power_w", 4}}));
    ASSERT_TRUE(log->append(many));
    EXPECT_TRUE(log->flush());
    EXPECT_GT(log->lost(), 0U);
    EXPECT_LT(log->lost(), 200U);
}

}  // namespace
}  // namespace dibs::test
