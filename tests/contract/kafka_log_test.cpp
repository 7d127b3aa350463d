// The Kafka log keeps the contract with a real broker. Also tests failures that only Kafka has: a
// topic with other settings or foreign messages, and a broker that is absent or restarts.
#include "tests/contract/kafka_fixture.hpp"

#include <thread>

#include <signal.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;

// gtest owns it and stops it at the end
auto* const broker =
    dynamic_cast<KafkaBroker*>(::testing::AddGlobalTestEnvironment(new KafkaBroker(kafka_script)));

}  // namespace

const std::string& kafka_address() {
    return broker->address();
}

namespace {

class KafkaUnderTest : public LogUnderTest {
  public:
    KafkaUnderTest() : settings_(settings_for_tests()), log_(fresh_log(settings_)) {}
    EventLog& log() override { return *log_; }
    void reopen() override {
        log_.reset();
        log_ = opened(settings_);
    }

  private:
    KafkaSettings settings_;
    std::unique_ptr<EventLog> log_;
};

std::unique_ptr<LogUnderTest> make_kafka() {
    return std::make_unique<KafkaUnderTest>();
}
INSTANTIATE_TEST_SUITE_P(Kafka, LogContract, ::testing::Values(&make_kafka));

void expect_refused(const KafkaSettings& settings, const std::string& reason) {
    const auto log = open_kafka_log(settings);
    ASSERT_FALSE(log);
    EXPECT_EQ(log.error().kind, LogError::Kind::refused);
    EXPECT_EQ(log.error().text,
              "Kafka topic " + settings.topic + " at " + settings.brokers + ": " + reason);
}

Pairs good_settings_but(const std::string& setting, const std::string& value) {
    auto settings = good_settings;
    for (auto& [name, text] : settings) {
        if (name == setting) text = value;
    }
    return settings;
}

TEST(KafkaLog, a_topic_with_the_right_settings_is_accepted) {
    const auto settings = settings_for_tests();
    make_topic(settings.brokers, settings.topic, 1, good_settings);
    EXPECT_TRUE(open_kafka_log(settings));
}

TEST(KafkaLog, a_topic_with_two_partitions_is_refused) {
    const auto settings = settings_for_tests();
    make_topic(settings.brokers, settings.topic, 2, good_settings);
    expect_refused(settings, "the number of partitions is 2, Dibs needs exactly 1");
}

TEST(KafkaLog, a_topic_with_a_setting_that_loses_facts_is_refused) {
    const std::vector<std::tuple<std::string, std::string, std::string>> bad{
        {"cleanup.policy", "compact", "delete"},
        {"retention.ms", "604800000", "-1"},
        {"retention.bytes", "1073741824", "-1"},
        {"unclean.leader.election.enable", "true", "false"}};
    for (const auto& [setting, found, wanted] : bad) {
        const auto settings = settings_for_tests();
        make_topic(settings.brokers, settings.topic, 1, good_settings_but(setting, found));
        expect_refused(settings, setting + " is " + found + ", Dibs needs " + wanted);
    }
}

TEST(KafkaLog, too_few_replicas_are_refused) {
    auto settings = settings_for_tests();
    make_topic(settings.brokers, settings.topic, 1, good_settings);
    settings.min_insync_replicas = 2;
    expect_refused(settings, "min.insync.replicas is 1, Dibs needs at least 2");
    settings.replication_factor = 3;
    expect_refused(settings, "the replication factor is 1, Dibs needs at least 3");
}

TEST(KafkaLog, missing_topic_is_refused_and_not_created) {
    const auto settings = settings_for_tests();
    expect_refused(settings, "does not exist");
    expect_refused(settings, "does not exist");
}

TEST(KafkaLog, unfinished_topic_is_refused_until_it_is_finished) {
    const auto settings = settings_for_tests();
    auto log = begin_kafka_log(settings);
    ASSERT_TRUE(log) << log.error().text;
    append_records(**log, some_records(1, 3));
    EXPECT_EQ(open_kafka_log(settings).error().kind, LogError::Kind::refused);
    EXPECT_EQ(begin_kafka_log(settings).error().kind, LogError::Kind::refused) << "there is one";
    const auto finished = finish_kafka_log(settings);
    ASSERT_TRUE(finished) << finished.error().text;
    EXPECT_EQ(opened(settings)->newest().value(), 2);
}

TEST(KafkaLog, making_a_topic_that_exists_changes_nothing) {
    const auto settings = settings_for_tests();
    append_records(*fresh_log(settings), some_records(1, 2));
    EXPECT_TRUE(create_topic(settings));
    EXPECT_EQ(records_of(read(*cursor_after(*opened(settings)), 2)), some_records(1, 2));
}

TEST(KafkaLog, absent_broker_is_named_after_the_timeout) {
    const KafkaSettings settings{.brokers = "127.0.0.1:1", .connect_timeout = 1000ms};
    const auto begin = std::chrono::steady_clock::now();
    const auto log = open_kafka_log(settings);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, long_enough);
    ASSERT_FALSE(log);
    EXPECT_EQ(log.error().kind, LogError::Kind::unavailable);
    EXPECT_NE(log.error().text.find("127.0.0.1:1"), std::string::npos) << log.error().text;
    EXPECT_EQ(create_topic(settings).error().kind, LogError::Kind::unavailable);
}

TEST(KafkaLog, a_property_librdkafka_does_not_know_is_named) {
    auto settings = settings_for_tests();
    settings.properties = {{"no.such.property", "1"}};
    const auto log = open_kafka_log(settings);
    ASSERT_FALSE(log);
    EXPECT_EQ(log.error().kind, LogError::Kind::refused);
    EXPECT_NE(log.error().text.find("no.such.property"), std::string::npos);
}

TEST(KafkaLog, foreign_message_is_an_empty_record_and_hides_nothing) {
    const auto settings = settings_for_tests();
    const auto log = fresh_log(settings);
    append_records(*log, some_records(1, 1));
    produce_message(settings.brokers, settings.topic, "hello");
    produce_message(settings.brokers, settings.topic, "{}",
                    {{"ce_id", "1-1"}, {"ce_type", "dibs.reservation.booked.v1"}});
    append_records(*log, some_records(2, 1));
    produce_message(settings.brokers, settings.topic, "the end");
    const std::vector<std::string> wanted{some_records(1, 1)[0], "", "", some_records(2, 1)[0], ""};
    const auto entries = read(*cursor_after(*log), 5);
    EXPECT_EQ(records_of(entries), wanted);
    EXPECT_EQ(log->newest(), entries.back().offset);
    EXPECT_EQ(log->at(entries[1].offset), "");
}

TEST(KafkaLog, a_cursor_called_late_reports_a_gap_once) {
    const auto log = fresh_log(settings_for_tests());
    append_records(*log, some_records(1, 1));
    const auto cursor = cursor_after(*log);
    read(*cursor, 1);
    // On a busy machine one call may come late, but not every call.
    const auto calm = [&] {
        return ask_until([&] { return cursor->next(1, 10ms)->gap; }, std::logical_not<>());
    };
    EXPECT_FALSE(calm());
    std::this_thread::sleep_for(1100ms);  // the time itself is tested
    EXPECT_TRUE(cursor->next(1, 10ms)->gap);
    EXPECT_FALSE(calm());
}

// Reads until a gap or an error; appends the entries read to `entries`.
LogResult<bool> wait_for_gap(LogCursor& cursor, std::vector<LogEntry>& entries) {
    const auto deadline = std::chrono::steady_clock::now() + long_enough;
    while (std::chrono::steady_clock::now() < deadline) {
        auto batch = cursor.next(100, 200ms);
        if (!batch) return tl::unexpected(batch.error());
        for (auto& entry : batch->entries) entries.push_back(entry);
        if (batch->gap) return true;
    }
    return false;
}

TEST(KafkaLog, broker_restart_is_a_gap_and_loses_no_record) {
    KafkaProcess own(kafka_script);
    const KafkaSettings settings{
        .brokers = own.address(), .topic = fresh_topic_name(), .message_timeout = long_enough};
    const auto log = fresh_log(settings);
    append_records(*log, some_records(1, 5));
    const auto cursor = cursor_after(*log);
    auto entries = read(*cursor, 5);
    own.stop();
    const auto gap = wait_for_gap(*cursor, entries);
    ASSERT_TRUE(gap) << gap.error().text;
    EXPECT_TRUE(*gap);
    EXPECT_EQ(log->newest().error().kind, LogError::Kind::unavailable);
    own.start();
    append_records(*log, some_records(6, 5));
    for (auto& entry : read(*cursor, 5)) entries.push_back(entry);
    EXPECT_EQ(records_of(entries), some_records(1, 10));
}

TEST(KafkaLog, frozen_broker_leaves_the_outcome_unknown_and_ends_the_appender) {
    KafkaProcess own(kafka_script);
    const KafkaSettings settings{.brokers = own.address(),
                                 .topic = fresh_topic_name(),
                                 .source = "/test",
                                 .message_timeout = 2000ms};
    const auto log = fresh_log(settings);
    const auto writer = appender(*log);
    append_records(*writer, some_records(1, 1));
    kill(own.pid(), SIGSTOP);
    ASSERT_TRUE(writer->append(some_records(2, 1)));
    EXPECT_EQ(writer->flush(100ms).error().kind, LogError::Kind::unavailable);
    EXPECT_FALSE(writer->flush(long_enough));
    EXPECT_EQ(writer->append(some_records(3, 1)).error().kind, LogError::Kind::fatal);
    kill(own.pid(), SIGCONT);
    auto patient = settings;
    patient.message_timeout = long_enough;
    append_records(*opened(patient), some_records(4, 1));  // record 2 may or may not be there
    const auto last = read(*cursor_after(*log, log->newest().value() - 1), 1);
    EXPECT_EQ(records_of(last), some_records(4, 1));
}

}  // namespace
}  // namespace dibs::test
