// See sample_log_kafka.hpp. Nobody waits for a sample: delivery reports are taken by append() and
// flush(), on the owner's thread.
#include "ingest/log/samples/sample_log_kafka.hpp"

#include "ingest/log/kafka/kafka_parts.hpp"
#include "ingest/log/kafka/kafka_side_topic.hpp"
#include "ingest/log/samples/sample_log_block.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace dibs {
namespace {

// How far a message's time may be from those around it.
constexpr Duration disorder = std::chrono::minutes{2};

std::array<CloudEvent::Header, 6> headers_of(const Sample& first, const std::string& source) {
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
    KafkaSampleLog(std::unique_ptr<kafka::SideTopic> topic, std::string source)
        : topic_(std::move(topic)), source_(std::move(source)) {}

    LogResult<void> append(std::span<const Sample> samples) override {
        std::map<GpuId, std::vector<Sample>> by_gpu;
        for (const auto& sample : samples) by_gpu[sample.gpu].push_back(sample);
        for (const auto& [gpu, of_one] : by_gpu) {
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

    LogResult<void> for_each(const Interval& when,
                             const std::function<bool(const Sample&)>& take) override {
        if (when.until <= when.from) return {};
        const auto from = topic_->offset_at(when.from - disorder);
        if (!from) return tl::unexpected(from.error());
        return topic_->scan(*from, [&](const kafka::SideTopic::Record& record) {
            if (record.unix_ms > unix_ms(when.until + disorder)) return false;
            const auto gpu = parse_id<GpuId>(record.key);
            const auto block = gpu ? decode_block(*gpu, record.value) : std::nullopt;
            if (!block) return true;  // a stranger's
            return std::ranges::all_of(
                *block, [&](const Sample& s) { return !when.contains(s.at) || take(s); });
        });
    }

    LogResult<std::size_t> expire(Instant) override { return 0; }
    [[nodiscard]] std::uint64_t lost() const override { return topic_->lost(); }

  private:
    void put(std::span<const Sample> block) {
        const auto bytes = encode_block(block);
        const auto key = to_text(block.front().gpu);
        const auto headers = headers_of(block.front(), source_);
        topic_->put({.key = key,
                     .value = bytes,
                     .headers = headers,
                     .unix_ms = unix_ms(block.front().at),
                     .note = block.size()});
    }

    std::unique_ptr<kafka::SideTopic> topic_;
    const std::string source_;
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
    return std::make_unique<KafkaSampleLog>(std::move(*topic), settings.kafka.source);
}

}  // namespace dibs
