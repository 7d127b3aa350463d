// Errors injected by librdkafka's in-process mock. The mock is not Kafka. It forgets everything and
// keeps duplicates. It takes a batch that overtakes a refused one (a real broker refuses it: out of
// sequence). Its fetches do not wake on new records. Only the adapter's reaction to an error is
// tested on it.
#include "ingest/log/facts/kafka_log.hpp"
#include "tests/contract/log_contract.hpp"

#include <array>

#include <librdkafka/rdkafka.h>
#include <librdkafka/rdkafka_mock.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;

constexpr int16_t produce_request = 0;
const KafkaSettings dead_broker{
    .brokers = "127.0.0.1:1", .source = "/test", .message_timeout = 500ms, .queue_records = 10};

class Mock {
  public:
    explicit Mock(int brokers = 1) {
        std::array<char, 512> why{};
        rd_kafka_conf_t* conf = rd_kafka_conf_new();
        rd_kafka_conf_set(conf, "log_level", "0", why.data(), why.size());  // it has no brokers
        host_ = rd_kafka_new(RD_KAFKA_PRODUCER, conf, why.data(), why.size());
        cluster_ = rd_kafka_mock_cluster_new(host_, brokers);
        settings_.brokers = rd_kafka_mock_cluster_bootstraps(cluster_);
        settings_.source = "/test";
        settings_.message_timeout = 1500ms;
        settings_.properties = {{"linger.ms", "50"}};  // one append is one batch
        rd_kafka_mock_topic_create(cluster_, settings_.topic.c_str(), 1, 1);
        log_ = std::move(open_unverified_kafka_log(settings_).value());
    }
    Mock(const Mock&) = delete;
    Mock& operator=(const Mock&) = delete;
    ~Mock() {
        log_.reset();
        rd_kafka_mock_cluster_destroy(cluster_);
        rd_kafka_destroy(host_);
    }
    EventLog& log() { return *log_; }
    void refuse_produce(const std::vector<rd_kafka_resp_err_t>& errors) {
        rd_kafka_mock_push_request_errors_array(cluster_, produce_request, errors.size(),
                                                errors.data());
    }
    void set_leader(int broker) {
        rd_kafka_mock_partition_set_leader(cluster_, settings_.topic.c_str(), 0, broker);
    }
    void set_down(bool down) {
        if (down) {
            rd_kafka_mock_broker_set_down(cluster_, 1);
        } else {
            rd_kafka_mock_broker_set_up(cluster_, 1);
        }
    }

  private:
    rd_kafka_t* host_ = nullptr;
    rd_kafka_mock_cluster_t* cluster_ = nullptr;
    KafkaSettings settings_{};
    std::unique_ptr<EventLog> log_;
};

TEST(KafkaErrors, temporary_errors_stay_invisible_and_order_is_kept) {
    Mock mock;
    mock.refuse_produce({RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION,
                         RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS,
                         RD_KAFKA_RESP_ERR_REQUEST_TIMED_OUT});
    append_records(mock.log(), some_records(1, 20));
    EXPECT_EQ(records_of(read(*cursor_after(mock.log()), 20)), some_records(1, 20));
}

TEST(KafkaErrors, out_of_sequence_error_is_fatal_for_its_producer_only) {
    Mock mock;
    const auto writer = appender(mock.log());
    append_records(*writer, some_records(1, 1));
    mock.refuse_produce({RD_KAFKA_RESP_ERR_OUT_OF_ORDER_SEQUENCE_NUMBER,
                         RD_KAFKA_RESP_ERR_OUT_OF_ORDER_SEQUENCE_NUMBER});
    ASSERT_TRUE(writer->append(some_records(2, 1)));
    const auto flushed = writer->flush(5s);
    ASSERT_FALSE(flushed);
    EXPECT_EQ(flushed.error().kind, LogError::Kind::fatal) << flushed.error().text;
    EXPECT_EQ(writer->append(some_records(3, 1)).error().kind, LogError::Kind::fatal);
    Mock fresh;
    append_records(fresh.log(), some_records(4, 1));
}

TEST(KafkaErrors, a_topic_without_write_permission_is_fatal) {
    Mock mock;
    mock.refuse_produce({RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED});
    const auto writer = appender(mock.log());
    ASSERT_TRUE(writer->append(some_records(1, 1)));
    EXPECT_EQ(writer->flush(5s).error().kind, LogError::Kind::fatal);
}

TEST(KafkaErrors, stopped_broker_is_unavailable_after_the_message_timeout) {
    Mock mock;
    const auto writer = appender(mock.log());
    append_records(*writer, some_records(1, 1));
    mock.set_down(true);
    ASSERT_TRUE(writer->append(some_records(2, 2)));
    const auto flushed = writer->flush(10s);
    ASSERT_FALSE(flushed);
    EXPECT_EQ(flushed.error().kind, LogError::Kind::unavailable) << flushed.error().text;
}

TEST(KafkaErrors, broker_that_restarts_in_time_causes_no_error) {
    Mock mock;
    const auto writer = appender(mock.log());
    append_records(*writer, some_records(1, 1));
    mock.set_down(true);
    ASSERT_TRUE(writer->append(some_records(2, 2)));
    EXPECT_FALSE(writer->flush(200ms));
    mock.set_down(false);
    EXPECT_TRUE(writer->flush(10s));
    EXPECT_EQ(records_of(read(*cursor_after(mock.log()), 3)), some_records(1, 3));
}

// Nothing is disconnected, and librdkafka raises no error.
TEST(KafkaErrors, new_leader_is_reported_as_a_gap) {
    Mock mock(2);
    mock.set_leader(1);
    append_records(mock.log(), some_records(1, 3));
    const auto cursor = cursor_after(mock.log());
    read(*cursor, 3);
    const auto gap_within = [&cursor](std::chrono::milliseconds time) {
        const auto end = std::chrono::steady_clock::now() + time;
        while (std::chrono::steady_clock::now() < end) {
            if (cursor->next(10, 100ms)->gap) return true;
        }
        return false;
    };
    // On a busy machine a single call may come late, but not permanently.
    const auto calm_for = [&](std::chrono::milliseconds time) {
        for (int i = 0; i < 10; ++i) {
            if (!gap_within(time)) return true;
        }
        return false;
    };
    EXPECT_TRUE(calm_for(2500ms));  // two statistics have arrived
    mock.set_leader(2);
    EXPECT_TRUE(gap_within(60s));
    EXPECT_TRUE(calm_for(1500ms));
}

TEST(KafkaErrors, undelivered_records_are_unavailable_and_end_the_appender) {
    const auto log = std::move(open_unverified_kafka_log(dead_broker).value());
    const auto writer = appender(*log);
    ASSERT_TRUE(writer->append(some_records(1, 2)));
    const auto flushed = writer->flush(5s);
    ASSERT_FALSE(flushed);
    EXPECT_EQ(flushed.error().kind, LogError::Kind::unavailable);
    EXPECT_NE(flushed.error().text.find("127.0.0.1:1"), std::string::npos) << flushed.error().text;
    EXPECT_EQ(writer->append(some_records(3, 1)).error().kind, LogError::Kind::fatal);
}

TEST(KafkaErrors, a_batch_without_room_in_the_queue_is_refused_whole) {
    const auto log = std::move(open_unverified_kafka_log(dead_broker).value());
    const auto writer = appender(*log);
    ASSERT_TRUE(writer->append(some_records(1, 8)));
    EXPECT_EQ(writer->append(some_records(9, 3)).error().kind, LogError::Kind::full);
    EXPECT_TRUE(writer->append(some_records(9, 2)));
}

TEST(KafkaErrors, invalid_record_is_not_sent) {
    const auto log = std::move(open_unverified_kafka_log(dead_broker).value());
    auto records = some_records(1, 1);
    records.emplace_back("no record");
    EXPECT_EQ(appender(*log)->append(records).error().kind, LogError::Kind::fatal);
}

// Does so although the records would still wait for the broker. Each of librdkafka's threads may
// sleep for a second between two connection attempts, and newer versions wait for all threads.
TEST(KafkaErrors, an_appender_with_undelivered_records_closes_quickly) {
    KafkaSettings patient = dead_broker;
    patient.message_timeout = 60s;
    const auto begin = std::chrono::steady_clock::now();
    {
        const auto log = std::move(open_unverified_kafka_log(patient).value());
        const auto writer = appender(*log);
        const auto cursor = cursor_after(*log);
        ASSERT_TRUE(writer->append(some_records(1, 5)));
    }
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 8s);
}

}  // namespace
}  // namespace dibs::test
