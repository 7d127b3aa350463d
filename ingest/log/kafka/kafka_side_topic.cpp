// Side topics: a producer without waiting callers, and consumers of their own.
#include "ingest/log/kafka/kafka_side_topic.hpp"

#include "ingest/log/kafka/kafka_parts.hpp"

#include <algorithm>

#include <librdkafka/rdkafka.h>

namespace dibs::kafka {
namespace {

constexpr int records_at_once = 5000;
constexpr std::chrono::seconds longest_silence{10};

void on_report(rd_kafka_t*, const rd_kafka_message_t* message, void* lost) {
    if (message->err == RD_KAFKA_RESP_ERR_NO_ERROR) return;
    *static_cast<std::uint64_t*>(lost) += reinterpret_cast<std::uint64_t>(message->_private);
}

std::string_view text(const void* bytes, std::size_t size) {
    return {static_cast<const char*>(bytes), size};
}

}  // namespace

LogResult<std::unique_ptr<SideTopic>> SideTopic::open(const KafkaSettings& settings) {
    std::unique_ptr<SideTopic> topic(new SideTopic(settings));
    if (auto connected = topic->connect(); !connected) return tl::unexpected(connected.error());
    return topic;
}

LogResult<void> SideTopic::connect() {
    auto conf = configure(
        settings_, {{"enable.idempotence", "true"},
                    {"linger.ms", "5"},
                    {"message.timeout.ms", std::to_string(settings_.message_timeout.count())},
                    {"queue.buffering.max.messages", std::to_string(settings_.queue_records)}});
    if (!conf) return tl::unexpected(conf.error());
    rd_kafka_conf_set_opaque(conf->get(), &lost_);
    rd_kafka_conf_set_dr_msg_cb(conf->get(), on_report);
    auto producer = make_producer(std::move(*conf));
    if (!producer) return tl::unexpected(producer.error());
    producer_ = std::move(*producer);
    topic_.reset(rd_kafka_topic_new(producer_.get(), settings_.topic.c_str(), nullptr));
    return {};
}

SideTopic::~SideTopic() {
    if (producer_) rd_kafka_flush(producer_.get(), 1000);
}

void SideTopic::put(Outgoing message, std::span<const CloudEvent::Attribute> attributes,
                    std::uint64_t counted) {
    auto headers = new_headers();
    for (const auto& attribute : attributes) add(headers, attribute);
    message.note = reinterpret_cast<void*>(counted);
    const int code = produce(producer_.get(), topic_.get(), message, std::move(headers));
    if (code != RD_KAFKA_RESP_ERR_NO_ERROR) lost_ += counted;
    rd_kafka_poll(producer_.get(), 0);
}

LogResult<void> SideTopic::flush() {
    const auto timeout = settings_.message_timeout + std::chrono::milliseconds{500};
    const auto code = rd_kafka_flush(producer_.get(), static_cast<int>(timeout.count()));
    if (code == RD_KAFKA_RESP_ERR_NO_ERROR) return {};
    return tl::unexpected(to_error(code, settings_, "storing"));
}

LogResult<std::unique_ptr<SideReader>> SideReader::open(const KafkaSettings& settings,
                                                        Instant from) {
    std::unique_ptr<SideReader> reader(new SideReader(settings));
    if (auto connected = reader->connect(from); !connected) {
        return tl::unexpected(connected.error());
    }
    return reader;
}

LogResult<void> SideReader::connect(Instant from) {
    auto client = make_reader_to_the_end(settings_, {});
    if (!client) return tl::unexpected(client.error());
    client_ = std::move(*client);
    topic_ = acquaint(client_.get(), settings_.topic);
    const auto offset = offset_at(from);
    if (!offset) return tl::unexpected(offset.error());
    assign(client_.get(), settings_.topic, *offset);
    return {};
}

// Asks for the end first: records that arrive during the search for the time are behind that end
// and are read.
LogResult<std::int64_t> SideReader::offset_at(Instant at) {
    const auto end = end_now();
    if (!end) return end;
    const Partitions list(rd_kafka_topic_partition_list_new(1));
    auto* place = rd_kafka_topic_partition_list_add(list.get(), settings_.topic.c_str(), 0);
    place->offset = std::max<std::int64_t>(unix_ms(at), 0);
    const auto code = rd_kafka_offsets_for_times(
        client_.get(), list.get(), static_cast<int>(settings_.connect_timeout.count()));
    if (code != RD_KAFKA_RESP_ERR_NO_ERROR) {
        return tl::unexpected(to_error(code, settings_, "looking for a time"));
    }
    return place->offset >= 0 ? place->offset : *end;
}

// Queries the end itself: librdkafka looks up its own "end" at the first fetch, and records until
// then would be missed.
LogResult<std::int64_t> SideReader::end_now() {
    std::int64_t low = 0;
    std::int64_t high = 0;
    const auto code =
        rd_kafka_query_watermark_offsets(client_.get(), settings_.topic.c_str(), 0, &low, &high,
                                         static_cast<int>(settings_.connect_timeout.count()));
    if (code != RD_KAFKA_RESP_ERR_NO_ERROR) {
        return tl::unexpected(to_error(code, settings_, "looking for the end"));
    }
    return high;
}

// Expired records are gone, so it continues at the first existing one. Other errors pass by
// themselves.
LogResult<SideReader::Polled> SideReader::poll(int wait_ms, const Take& take) {
    const Message message(rd_kafka_consumer_poll(client_.get(), wait_ms));
    if (!message) return Polled::nothing;
    if (message->err == RD_KAFKA_RESP_ERR_NO_ERROR) {
        take({text(message->key, message->key_len), text(message->payload, message->len)});
        return Polled::record;
    }
    if (message->err == RD_KAFKA_RESP_ERR__PARTITION_EOF) return Polled::end;
    if (message->err == RD_KAFKA_RESP_ERR__FATAL) {
        return tl::unexpected(to_error(message->err, settings_, "reading"));
    }
    if (is_lost(message->err)) {
        settle(client_.get());
        assign(client_.get(), settings_.topic, RD_KAFKA_OFFSET_BEGINNING);
    }
    return Polled::nothing;
}

LogResult<bool> SideReader::next(std::chrono::milliseconds wait, const Take& take) {
    Deadline deadline(wait);
    auto came = poll(0, take);
    while (came && *came != Polled::record && !deadline.passed()) {
        came = poll(deadline.left_ms(), take);
    }
    for (int more = 1; came && *came == Polled::record; ++more) {
        if (more == records_at_once) return true;
        came = poll(0, take);
    }
    if (!came) return tl::unexpected(came.error());
    return false;
}

LogResult<void> SideReader::to_end(const Take& take) {
    Deadline deadline(longest_silence);
    while (!deadline.passed()) {
        const auto came = poll(poll_timeout_ms, take);
        if (!came) return tl::unexpected(came.error());
        if (*came == Polled::end) return {};
        if (*came == Polled::record) deadline = Deadline(longest_silence);
    }
    return tl::unexpected(to_error(RD_KAFKA_RESP_ERR__TIMED_OUT, settings_, "reading"));
}

}  // namespace dibs::kafka
