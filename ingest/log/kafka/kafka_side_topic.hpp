// A topic beside the facts: samples, hours. Written without waiting, read in one pass when tables
// are made anew. Internal to the Kafka adapters; owned and used by one thread.
#pragma once

#include "domain/time.hpp"
#include "ingest/log/kafka/kafka_client.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

namespace dibs::kafka {

class SideTopic {
  public:
    struct Record {
        std::string_view key;
        std::string_view value;
        std::int64_t unix_ms = 0;
    };

    static LogResult<std::unique_ptr<SideTopic>> open(const KafkaSettings& settings);
    ~SideTopic();
    SideTopic(const SideTopic&) = delete;
    SideTopic& operator=(const SideTopic&) = delete;

    // `message.note` is what is lost if it never arrives. Reports are taken here and in flush().
    void put(const Outgoing& message);
    // Waits until the broker has everything or has refused it.
    LogResult<void> flush();
    // The sum of the notes of what did not arrive.
    [[nodiscard]] std::uint64_t lost() const { return lost_; }

    // The first record of that time or later.
    LogResult<std::int64_t> offset_at(Instant at);
    // To the end of the topic, or until `take` returns false. Fails when nothing comes for long.
    LogResult<void> scan(std::int64_t from, const std::function<bool(const Record&)>& take);

  private:
    explicit SideTopic(const KafkaSettings& settings) : settings_(settings) {}
    LogResult<void> connect();
    LogResult<void> read_on(const std::function<bool(const Record&)>& take);

    const KafkaSettings settings_;
    std::uint64_t lost_ = 0;
    Client producer_;
    Topic topic_;
    Client reader_;
    Topic reader_topic_;
};

}  // namespace dibs::kafka
