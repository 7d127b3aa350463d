// The sample log on Kafka (sample_log_kafka.hpp). No caller waits for a delivery: append() and
// flush() take the reports, on the owner's thread.
#include "ingest/log/samples/sample_log_kafka.hpp"

#include "ingest/log/kafka/kafka_parts.hpp"
#include "ingest/log/kafka/kafka_side_topic.hpp"
#include "ingest/log/samples/sample_log_block.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace dibs {
namespace {

// The largest distance of a message's time from its neighbours.
constexpr Duration disorder = std::chrono::minutes{2};

class KafkaSampleCursor : public SampleCursor {
  public:
    explicit KafkaSampleCursor(std::unique_ptr<kafka::SideReader> reader)
        : reader_(std::move(reader)) {}

    LogResult<bool> next(std::vector<Sample>& out, std::chrono::milliseconds wait) override {
        return reader_->next(wait, [&](const kafka::SideReader::Record& record) {
            const auto subject = parse_subject(record.key);
            const auto block = subject ? decode_block(*subject, record.value) : std::nullopt;
            // else a foreign message
            if (block) out.insert(out.end(), block->begin(), block->end());
        });
    }

  private:
    std::unique_ptr<kafka::SideReader> reader_;
};

class KafkaSampleLog : public SampleLog {
  public:
    KafkaSampleLog(std::unique_ptr<kafka::SideTopic> topic, const KafkaSettings& settings)
        : topic_(std::move(topic)), settings_(settings) {}

    LogResult<void> append(std::span<const Sample> samples) override {
        std::map<SubjectId, std::vector<Sample>> by_subject;
        for (const auto& sample : samples) by_subject[sample.of].push_back(sample);
        for (const auto& [subject, of_one] : by_subject) {
            std::span<const Sample> rest(of_one);
            while (!rest.empty()) {
                const auto count = std::min(rest.size(), max_block_samples);
                put(rest.first(count));
                rest = rest.subspan(count);
            }
        }
        return {};
    }

    LogResult<void> flush() override { return topic_->flush(); }

    LogResult<std::unique_ptr<SampleCursor>> follow(Instant from) override {
        auto reader = kafka::SideReader::open(settings_, from - disorder);
        if (!reader) return tl::unexpected(reader.error());
        return std::make_unique<KafkaSampleCursor>(std::move(*reader));
    }

    LogResult<std::size_t> expire(Instant) override { return 0; }
    [[nodiscard]] std::uint64_t lost() const override { return topic_->lost(); }

  private:
    void put(std::span<const Sample> block) {
        const auto bytes = encode_block(block);
        const auto key = to_text(block.front().of);
        const auto id = key + "-" + std::to_string(unix_ms(block.front().at));
        const auto time = to_text(block.front().at);
        const std::array<CloudEvent::Attribute, 6> headers{
            {{"ce_specversion", "1.0"},
             {"ce_id", id},
             {"ce_type", "dibs.samples.v2"},
             {"ce_source", settings_.source},
             {"ce_time", time},
             {"content-type", "application/vnd.dibs.samples"}}};
        topic_->put({.key = key, .value = bytes, .unix_ms = unix_ms(block.front().at)}, headers,
                    block.size());
    }

    std::unique_ptr<kafka::SideTopic> topic_;
    const KafkaSettings settings_;
};

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
    auto topic = kafka::SideTopic::open(settings.kafka);
    if (!topic) return tl::unexpected(topic.error());
    return std::make_unique<KafkaSampleLog>(std::move(*topic), settings.kafka);
}

}  // namespace dibs
