// A topic beside the facts: samples, hours. Written without waiting; read from a time on, to its
// end or for ever. Internal to the Kafka adapters; a topic and each reader are used by one thread.
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

    // `counted` is what is lost if it never arrives. Reports are taken here and in flush().
    void put(Outgoing message, std::span<const CloudEvent::Attribute> attributes,
             std::uint64_t counted);
    // Waits until the broker has everything or has refused it.
    LogResult<void> flush();
    // The sum of the notes of what did not arrive.
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

    // Stands before the first record of that time or later.
    static LogResult<std::unique_ptr<SideReader>> open(const KafkaSettings& settings, Instant from);
    // Gives what has come, some thousands at most; waits so long for the first. False when there is
    // no more for now.
    LogResult<bool> next(std::chrono::milliseconds wait, const Take& take);
    // Everything up to the end of the topic. Fails when nothing comes for long.
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
