// A topic beside the facts: samples, hours. Written without waiting; read from a time on, to its
// end or permanently. Internal to the Kafka adapters; a topic and each reader are used by one
// thread.
#pragma once

#include "domain/kernel/time.hpp"
#include "ingest/log/kafka/kafka_client.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>

namespace dibs::kafka {

class SideTopic {
  public:
    static LogResult<std::unique_ptr<SideTopic>> open(const KafkaSettings& settings);
    ~SideTopic();
    SideTopic(const SideTopic&) = delete;
    SideTopic& operator=(const SideTopic&) = delete;

    // `counted` is added to lost() if the message never arrives. This and flush() take delivery
    // reports.
    void put(Outgoing message, std::span<const CloudEvent::Attribute> attributes,
             std::uint64_t counted);
    // Waits until the broker has accepted or refused everything.
    LogResult<void> flush();
    // The sum of `counted` of the messages that did not arrive.
    [[nodiscard]] std::uint64_t lost() const { return lost_; }

  private:
    explicit SideTopic(const KafkaSettings& settings) : settings_(settings) {}
    LogResult<void> connect();

    const KafkaSettings settings_;
    std::uint64_t lost_ = 0;
    Client producer_;
    Topic topic_;
};

class SideReader {
  public:
    struct Record {
        std::string_view key;
        std::string_view value;
    };
    using Take = std::function<void(const Record&)>;

    // Starts before the first record of that time or later.
    static LogResult<std::unique_ptr<SideReader>> open(const KafkaSettings& settings, Instant from);
    // Passes the records that arrived to `take`, some thousands at most. Waits up to `wait` for the
    // first. Returns false when there are no more for now.
    LogResult<bool> next(std::chrono::milliseconds wait, const Take& take);
    // Reads everything up to the end of the topic. Fails after a long silence.
    LogResult<void> to_end(const Take& take);

  private:
    enum class Polled { record, end, nothing };

    explicit SideReader(const KafkaSettings& settings) : settings_(settings) {}
    LogResult<void> connect(Instant from);
    LogResult<std::int64_t> offset_at(Instant at);
    LogResult<std::int64_t> end_now();
    LogResult<Polled> poll(int wait_ms, const Take& take);

    const KafkaSettings settings_;
    Client client_;
    Topic topic_;
};

}  // namespace dibs::kafka
