// Counts the clients being closed. The closing threads share the count, because one that never ends
// outlives everything else.
#include "ingest/log/kafka/closing.hpp"

#include "ingest/log/kafka/kafka_client.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>

#include <librdkafka/rdkafka.h>
#include <spdlog/spdlog.h>

namespace dibs::kafka {
namespace {

constexpr std::size_t most_closing = 32;
constexpr std::chrono::seconds patience_at_the_end{2};

constinit std::atomic<bool> ends{false};

struct Closing {
    std::mutex mutex;
    std::condition_variable changed;
    std::size_t count = 0;
};

// Destroyed before the logger, because the constructor uses the logger first; librdkafka's threads
// use it.
class AtTheEnd {
  public:
    AtTheEnd() { (void)spdlog::default_logger_raw(); }
    AtTheEnd(const AtTheEnd&) = delete;
    AtTheEnd& operator=(const AtTheEnd&) = delete;
    ~AtTheEnd() {
        std::unique_lock lock(closing->mutex);
        closing->changed.wait_for(lock, patience_at_the_end, [this] { return !closing->count; });
        ends = true;
    }
    std::shared_ptr<Closing> closing = std::make_shared<Closing>();
};

const std::shared_ptr<Closing>& all_closing() {
    static const AtTheEnd at_the_end;
    return at_the_end.closing;
}

void add(Closing& closing, int more) {
    {
        const std::lock_guard lock(closing.mutex);
        closing.count += static_cast<std::size_t>(more);
    }
    closing.changed.notify_all();
}

// Consumers were never in a group, so there is none to leave. Drops records of a producer that were
// not flushed and have not left yet.
void close(rd_kafka_t* client) {
    if (rd_kafka_type(client) == RD_KAFKA_CONSUMER) {
        settle(client);
    } else {
        rd_kafka_purge(client, RD_KAFKA_PURGE_F_QUEUE);
    }
    rd_kafka_destroy_flags(client, RD_KAFKA_DESTROY_F_NO_CONSUMER_CLOSE);
}

}  // namespace

void close_apart(rd_kafka_t* client) noexcept {
    const auto closing = all_closing();
    add(*closing, 1);
    try {
        std::thread([client, closing] {
            close(client);
            add(*closing, -1);
        }).detach();
    } catch (const std::system_error& error) {  // better open than blocked
        spdlog::warn("kafka: a connection stays open: {}", error.what());
    }
}

bool too_many_closing() {
    const auto& closing = all_closing();
    const std::lock_guard lock(closing->mutex);
    return closing->count >= most_closing;
}

bool process_ends() {
    return ends;
}

}  // namespace dibs::kafka
