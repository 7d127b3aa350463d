// A log on Kafka that changed after it was read: cut, replaced, deleted, damaged. Tests when that
// is in doubt and when it is proven, and that nothing hangs. Nothing here depends on the speed of
// the machine.
#include "ingest/log/kafka/missing_offsets.hpp"
#include "tests/contract/kafka_fixture.hpp"
#include "tests/support/record_maker.hpp"

#include <csignal>
#include <fstream>
#include <thread>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;
using Found = LogResult<std::optional<std::string>>;

bool is_said(const Found& found) {
    return found.has_value();
}

TEST(MissingOffsets, offset_missing_each_time_for_long_enough_is_gone) {
    kafka::MissingOffsets missing(30s);
    const kafka::MissingOffsets::Time begin{};
    for (auto at = 0s; at < 30s; at += 5s) EXPECT_FALSE(missing.for_good(7, begin + at));
    EXPECT_TRUE(missing.for_good(7, begin + 30s));
    EXPECT_FALSE(missing.for_good(8, begin + 30s)) << "each offset has its own time";
}

TEST(MissingOffsets, offset_found_meanwhile_is_in_doubt_again) {
    kafka::MissingOffsets missing(30s);
    const kafka::MissingOffsets::Time begin{};
    missing.for_good(7, begin);
    missing.for_good(7, begin + 9s);
    missing.found(9);
    for (auto at = 18s; at < 48s; at += 5s) EXPECT_FALSE(missing.for_good(7, begin + at));
    EXPECT_TRUE(missing.for_good(7, begin + 48s));
}

TEST(MissingOffsets, two_requests_far_apart_prove_nothing) {
    kafka::MissingOffsets missing(30s);
    const kafka::MissingOffsets::Time begin{};
    EXPECT_FALSE(missing.for_good(7, begin));
    EXPECT_FALSE(missing.for_good(7, begin + 3600s));
}

class IllKafkaLog : public ::testing::Test {
  protected:
    void begin_with(std::vector<std::string> records) {
        log_ = fresh_log(settings_);
        append_records(*log_, std::move(records));
        anchor_ = log_->newest().value();
        read_ = log_->at(anchor_).value().value();
    }
    Found look() { return log_->at(anchor_); }

    KafkaSettings settings_ = settings_for_tests();
    std::unique_ptr<EventLog> log_;
    Offset anchor_ = before_first;
    std::string read_;
};

// A reader behind the new end may be notified, or may read on as if nothing had changed. It can
// rely only on its anchors: the record that it read is no longer at its offset.
TEST_F(IllKafkaLog, replaced_and_refilled_topic_has_another_record_at_the_anchor) {
    settings_.end_may_trail = long_enough * 2;
    begin_with(some_records(1, 10));
    replace_topic(settings_);
    append_records(*opened(settings_), some_records(100, 20));
    const auto now = ask_until([this] { return look(); }, is_said);
    ASSERT_TRUE(now) << now.error().text;
    ASSERT_TRUE(now->has_value());
    EXPECT_NE(**now, read_);
}

TEST_F(IllKafkaLog, end_below_a_read_offset_is_doubt_and_then_proof) {
    settings_.end_may_trail = 3000ms;
    begin_with(some_records(1, 10));
    replace_topic(settings_);
    append_records(*opened(settings_), some_records(100, 3));
    const auto not_shown = "does not show what was read at offset " + std::to_string(anchor_);
    const auto doubt =
        ask_until([this] { return look(); },
                  [&](const Found& found) {
                      return !found && found.error().text.find(not_shown) != std::string::npos;
                  });
    ASSERT_FALSE(doubt);
    EXPECT_EQ(doubt.error().kind, LogError::Kind::unavailable);
    const auto proof = ask_until([this] { return look(); }, is_said);
    ASSERT_TRUE(proof) << proof.error().text;
    EXPECT_FALSE(proof->has_value());
}

// A given-up request for the end fails with its broker, while a read of an offset continues.
TEST(KilledKafkaLog, read_during_a_broker_restart_returns_the_stored_record) {
    KafkaProcess own(kafka_script);
    const KafkaSettings settings{
        .brokers = own.address(), .topic = fresh_topic_name(), .look_timeout = 3s};
    const auto log = fresh_log(settings);
    const auto all = some_records(1, 5);
    append_records(*log, all);
    ASSERT_TRUE(log->newest());
    ASSERT_EQ(kill(own.pid(), SIGSTOP), 0);
    ASSERT_FALSE(log->newest());
    std::thread another([&] {
        std::this_thread::sleep_for(300ms);
        own.kill();
        own.start();
    });
    const auto found = ask_until([&] { return log->at(1); }, is_said);
    another.join();
    ASSERT_TRUE(found) << found.error().text;
    EXPECT_EQ(*found, all[1]);
}

TEST_F(IllKafkaLog, new_first_record_proves_another_log_at_once) {
    settings_.end_may_trail = long_enough * 2;
    RecordMaker maker;
    auto records = maker.command({"a", "b", "c"});
    records.insert(records.begin(), RecordMaker{}.created("one"));
    begin_with(std::move(records));
    append_records(*log_, some_records(50, 1));  // it knows which log it writes
    replace_topic(settings_);
    append_records(*opened(settings_), {RecordMaker{}.created("another")});
    const auto proof = ask_until([this] { return look(); }, is_said);
    ASSERT_TRUE(proof) << proof.error().text;
    EXPECT_FALSE(proof->has_value());
}

// A standby node never writes here.
TEST_F(IllKafkaLog, new_first_record_is_proof_for_a_reader_too) {
    settings_.end_may_trail = long_enough * 2;
    RecordMaker maker;
    auto records = maker.command({"a", "b", "c"});
    records.insert(records.begin(), RecordMaker{}.created("one"));
    begin_with(std::move(records));
    const auto reader = opened(settings_);
    ASSERT_TRUE(reader->at(anchor_).value());
    replace_topic(settings_);
    append_records(*opened(settings_), {RecordMaker{}.created("another")});
    const auto proof = ask_until([&] { return reader->at(anchor_); }, is_said);
    ASSERT_TRUE(proof) << proof.error().text;
    EXPECT_FALSE(proof->has_value());
}

TEST_F(IllKafkaLog, recreated_empty_topic_is_gone_at_once) {
    settings_.end_may_trail = long_enough * 2;
    begin_with(some_records(1, 10));
    replace_topic(settings_);
    const auto is_empty = [](const Found& found) {
        return !found && found.error().text.find("shows no record") != std::string::npos;
    };
    const auto found = ask_until([this] { return look(); }, is_empty);
    ASSERT_TRUE(is_empty(found));
    EXPECT_EQ(found.error().kind, LogError::Kind::gone);
}

TEST_F(IllKafkaLog, reader_beyond_the_end_of_a_shorter_topic_gets_lost) {
    begin_with(some_records(1, 10));
    const auto cursor = cursor_after(*log_);
    ASSERT_EQ(read(*cursor, 10).size(), 10U);
    replace_topic(settings_);
    append_records(*opened(settings_), some_records(100, 3));
    const auto told = ask_until([&] { return cursor->next(100, 200ms); },
                                [](const auto& batch) { return !batch; });
    ASSERT_FALSE(told);
    EXPECT_EQ(told.error().kind, LogError::Kind::lost);
    EXPECT_NE(told.error().text.find("offset " + std::to_string(anchor_)), std::string::npos);
}

// "No broker answers" would be wrong: the topic is missing.
TEST_F(IllKafkaLog, deleted_topic_is_gone_and_its_readers_close_quickly) {
    begin_with(some_records(1, 10));
    auto cursor = cursor_after(*log_);
    ASSERT_EQ(read(*cursor, 10).size(), 10U);
    delete_topic(settings_.brokers, settings_.topic);
    const auto is_gone = [](const auto& answer) {
        return !answer && answer.error().kind == LogError::Kind::gone;
    };
    const auto looked = ask_until([this] { return look(); }, is_gone);
    ASSERT_TRUE(is_gone(looked));
    EXPECT_NE(looked.error().text.find(settings_.topic), std::string::npos) << looked.error().text;
    EXPECT_TRUE(is_gone(ask_until([this] { return log_->newest(); }, is_gone)));
    const auto gap = ask_until([&] { return cursor->next(100, 200ms); },
                               [](const auto& batch) { return batch && batch->gap; });
    EXPECT_TRUE(gap && gap->gap);
    cursor.reset();
    log_.reset();
}

// Flips one bit of a stored record under the broker.
TEST(DamagedKafkaLog, record_with_a_wrong_checksum_is_an_error_and_no_hole) {
    KafkaProcess own(kafka_script);
    const KafkaSettings settings{.brokers = own.address(), .topic = fresh_topic_name()};
    const auto log = fresh_log(settings);
    for (int i = 1; i <= 3; ++i) append_records(*log, some_records(i, 1));
    const auto entries = read(*cursor_after(*log), 3);
    ASSERT_EQ(entries.size(), 3U);
    const auto segment =
        own.directory() / "data" / (settings.topic + "-0") / "00000000000000000000.log";
    std::fstream file(segment, std::ios::in | std::ios::out | std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(file)), {});
    const auto place = bytes.find("{\"n\":2}");
    ASSERT_NE(place, std::string::npos);
    file.seekp(static_cast<std::streamoff>(place));
    file.put(static_cast<char>('{' ^ 1));
    file.close();

    const auto cursor = cursor_after(*log);
    std::vector<std::string> came;
    const auto told =
        ask_until([&] { return cursor->next(10, 500ms); },
                  [&](const auto& batch) {
                      for (const auto& entry : batch ? batch->entries : std::vector<LogEntry>{}) {
                          came.push_back(entry.record);
                      }
                      return !batch;
                  });
    ASSERT_FALSE(told);
    EXPECT_EQ(told.error().kind, LogError::Kind::unreadable) << told.error().text;
    EXPECT_NE(told.error().text.find("offset 1 "), std::string::npos) << told.error().text;
    EXPECT_EQ(came, some_records(1, 1));
    EXPECT_FALSE(cursor->next(10, 10s)) << "and it does not go on behind it";
    EXPECT_EQ(log->at(entries[1].offset).error().kind, LogError::Kind::unreadable);
}

}  // namespace
}  // namespace dibs::test
