// See sample_log_kafka.hpp. Delivery reports are taken by append() and flush(), on the owner's
// thread: samples come every second, and nobody waits for one.
#include "ingest/log/sample_log_kafka.hpp"

#include "ingest/log/kafka_parts.hpp"
#include "ingest/log/log_error.hpp"
#include "ingest/log/sample_log_block.hpp"

#include <algorithm>
#include <array>
#include <map>

#include <librdkafka/rdkafka.h>

namespace dibs {
namespace {

constexpr int poll_ms = 100;
constexpr std::chrono::seconds read_timeout{10};
// How far a message's time may be from those around it.
constexpr Duration disorder = std::chrono::minutes{2};

struct Header {
    std::string name;
    std::string value;
};

std::array<Header, 6> headers_of(const Sample& first, const std::string& source) {
    const auto gpu = to_text(first.gpu);
    return {{{"ce_specversion", "1.0"},
             {"ce_id", gpu + "-" + std::to_string(unix_ms(first.at))},
             {"ce_type", "dibs.gpu.samples.v1"},
             {"ce_source", source},
             {"ce_time", to_text(first.at)},
             {"content-type", "application/vnd.dibs.samples"}}};
}

class KafkaSampleLog : public SampleLog {
  public:
    explicit KafkaSampleLog(const KafkaSampleSettings& settings) : settings_(settings.kafka) {}
    ~KafkaSampleLog() override {
        if (producer_) rd_kafka_flush(producer_.get(), 1000);
    }

    LogResult<void> open();
    LogResult<void> append(std::span<const Sample> samples) override;
    LogResult<void> flush() override;
    LogResult<void> for_each(const Interval& when,
                             const std::function<bool(const Sample&)>& take) override;
    LogResult<std::size_t> expire(Instant) override { return 0; }
    [[nodiscard]] std::uint64_t lost() const override { return lost_; }

  private:
    static void on_report(rd_kafka_t*, const rd_kafka_message_t* message, void* self) {
        if (message->err == RD_KAFKA_RESP_ERR_NO_ERROR) return;
        static_cast<KafkaSampleLog*>(self)->lost_ +=
            reinterpret_cast<std::uint64_t>(message->_private);
    }
    void produce(std::span<const Sample> block);
    LogResult<std::int64_t> offset_at(Instant at);
    LogResult<void> read_until(const Interval& when,
                               const std::function<bool(const Sample&)>& take);

    const KafkaSettings settings_;
    std::uint64_t lost_ = 0;
    kafka::Client producer_;
    kafka::Topic topic_;
    kafka::Client reader_;
    kafka::Topic reader_topic_;
};

LogResult<void> KafkaSampleLog::open() {
    auto conf = kafka::configure(
        settings_, {{"enable.idempotence", "true"},
                    {"linger.ms", "5"},
                    {"message.timeout.ms", std::to_string(settings_.message_timeout.count())},
                    {"queue.buffering.max.messages", std::to_string(settings_.queue_records)}});
    if (!conf) return tl::unexpected(conf.error());
    rd_kafka_conf_set_opaque(conf->get(), this);
    rd_kafka_conf_set_dr_msg_cb(conf->get(), on_report);
    auto producer = kafka::make_producer(std::move(*conf));
    if (!producer) return tl::unexpected(producer.error());
    producer_ = std::move(*producer);
    topic_.reset(rd_kafka_topic_new(producer_.get(), settings_.topic.c_str(), nullptr));

    auto properties = kafka::consumer_properties();
    properties.emplace_back("enable.partition.eof", "true");
    auto reader_conf = kafka::configure(settings_, properties);
    if (!reader_conf) return tl::unexpected(reader_conf.error());
    auto reader = kafka::make_consumer(std::move(*reader_conf));
    if (!reader) return tl::unexpected(reader.error());
    reader_ = std::move(*reader);
    reader_topic_ = kafka::acquaint(reader_.get(), settings_.topic);
    return {};
}

LogResult<void> KafkaSampleLog::append(std::span<const Sample> samples) {
    std::map<GpuId, std::vector<Sample>> by_gpu;
    for (const auto& sample : samples) by_gpu[sample.gpu].push_back(sample);
    for (const auto& [gpu, of_one] : by_gpu) {
        std::span<const Sample> rest(of_one);
        while (!rest.empty()) {
            const auto count = std::min(rest.size(), max_block_samples);
            produce(rest.first(count));
            rest = rest.subspan(count);
        }
    }
    rd_kafka_poll(producer_.get(), 0);
    return {};
}

void KafkaSampleLog::produce(std::span<const Sample> block) {
    const auto bytes = encode_block(block);
    const auto key = to_text(block.front().gpu);
    auto* headers = rd_kafka_headers_new(6);
    for (const auto& [name, value] : headers_of(block.front(), settings_.source)) {
        rd_kafka_header_add(headers, name.c_str(), -1, value.data(),
                            static_cast<ssize_t>(value.size()));
    }
    std::array<rd_kafka_vu_t, 8> parts{};
    parts[0].vtype = RD_KAFKA_VTYPE_RKT;
    parts[0].u.rkt = topic_.get();
    parts[1].vtype = RD_KAFKA_VTYPE_PARTITION;
    parts[1].u.i32 = 0;
    parts[2].vtype = RD_KAFKA_VTYPE_VALUE;
    parts[2].u.mem = {const_cast<char*>(bytes.data()), bytes.size()};
    parts[3].vtype = RD_KAFKA_VTYPE_KEY;
    parts[3].u.mem = {const_cast<char*>(key.data()), key.size()};
    parts[4].vtype = RD_KAFKA_VTYPE_TIMESTAMP;
    parts[4].u.i64 = unix_ms(block.front().at);
    parts[5].vtype = RD_KAFKA_VTYPE_HEADERS;
    parts[5].u.headers = headers;
    parts[6].vtype = RD_KAFKA_VTYPE_OPAQUE;
    parts[6].u.ptr = reinterpret_cast<void*>(block.size());
    parts[7].vtype = RD_KAFKA_VTYPE_MSGFLAGS;
    parts[7].u.i = RD_KAFKA_MSG_F_COPY;
    rd_kafka_error_t* error = rd_kafka_produceva(producer_.get(), parts.data(), parts.size());
    if (error == nullptr) return;
    rd_kafka_error_destroy(error);
    rd_kafka_headers_destroy(headers);
    lost_ += block.size();
}

LogResult<void> KafkaSampleLog::flush() {
    const auto timeout = settings_.message_timeout + std::chrono::milliseconds{500};
    const auto code = rd_kafka_flush(producer_.get(), static_cast<int>(timeout.count()));
    if (code == RD_KAFKA_RESP_ERR_NO_ERROR) return {};
    return tl::unexpected(kafka::to_error(code, settings_, "storing samples"));
}

// The first message of that time or later.
LogResult<std::int64_t> KafkaSampleLog::offset_at(Instant at) {
    const kafka::Partitions list(rd_kafka_topic_partition_list_new(1));
    auto* place = rd_kafka_topic_partition_list_add(list.get(), settings_.topic.c_str(), 0);
    place->offset = std::max<std::int64_t>(unix_ms(at), 0);
    const auto code = rd_kafka_offsets_for_times(
        reader_.get(), list.get(), static_cast<int>(settings_.connect_timeout.count()));
    if (code != RD_KAFKA_RESP_ERR_NO_ERROR) {
        return tl::unexpected(kafka::to_error(code, settings_, "looking for a time"));
    }
    return place->offset;
}

LogResult<void> KafkaSampleLog::for_each(const Interval& when,
                                         const std::function<bool(const Sample&)>& take) {
    if (when.until <= when.from) return {};
    const auto from = offset_at(when.from - disorder);
    if (!from) return tl::unexpected(from.error());
    kafka::assign(reader_.get(), settings_.topic, *from);
    auto done = read_until(when, take);
    rd_kafka_assign(reader_.get(), nullptr);
    return done;
}

// To the end of the topic; gives up once nothing has come for a while.
LogResult<void> KafkaSampleLog::read_until(const Interval& when,
                                           const std::function<bool(const Sample&)>& take) {
    kafka::Deadline deadline(read_timeout);
    while (!deadline.passed()) {
        const kafka::Message message(rd_kafka_consumer_poll(reader_.get(), poll_ms));
        if (!message) continue;
        if (message->err == RD_KAFKA_RESP_ERR__PARTITION_EOF) return {};
        if (message->err != RD_KAFKA_RESP_ERR_NO_ERROR) continue;
        deadline = kafka::Deadline(read_timeout);
        if (rd_kafka_message_timestamp(message.get(), nullptr) > unix_ms(when.until + disorder)) {
            return {};
        }
        const auto gpu =
            parse_id<GpuId>({static_cast<const char*>(message->key), message->key_len});
        if (!gpu) continue;  // a stranger's, as is a block that cannot be read
        const auto block =
            decode_block(*gpu, {static_cast<const char*>(message->payload), message->len});
        if (!block) continue;
        for (const auto& sample : *block) {
            if (when.contains(sample.at) && !take(sample)) return {};
        }
    }
    return tl::unexpected(
        kafka::to_error(RD_KAFKA_RESP_ERR__TIMED_OUT, settings_, "reading samples"));
}

}  // namespace

LogResult<void> create_sample_topic(const KafkaSampleSettings& settings) {
    const auto retention_ms =
        std::chrono::duration_cast<std::chrono::milliseconds>(settings.retention).count();
    return kafka::make_topic(settings.kafka, {{"cleanup.policy", "delete"},
                                              {"retention.ms", std::to_string(retention_ms)},
                                              {"message.timestamp.type", "CreateTime"}});
}

LogResult<std::unique_ptr<SampleLog>> open_kafka_sample_log(const KafkaSampleSettings& settings) {
    auto verified = kafka::verify_topic(settings.kafka, {{"cleanup.policy", "delete"}});
    if (!verified) return tl::unexpected(verified.error());
    auto log = std::make_unique<KafkaSampleLog>(settings);
    if (auto opened = log->open(); !opened) return tl::unexpected(opened.error());
    return log;
}

}  // namespace dibs
