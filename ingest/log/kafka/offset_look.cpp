// A consumer that is assigned for one question and read until the answer.
#include "ingest/log/kafka/offset_look.hpp"

#include "ingest/log/kafka/kafka_parts.hpp"

#include <utility>

#include <librdkafka/rdkafka.h>

namespace dibs::kafka {

LogResult<void> OffsetLook::open() {
    // Only one message is wanted. (A lower queued.min.messages would do the same. But once it is
    // reached librdkafka does not fetch for a second.) It fetches only during a question; the next
    // one waits for the last fetch.
    auto client = make_reader_to_the_end(
        settings_, {{"fetch.message.max.bytes", "1"}, {"fetch.wait.max.ms", "5"}});
    if (!client) return tl::unexpected(client.error());
    client_ = std::move(*client);
    topic_ = acquaint(client_.get(), settings_.topic);
    return {};
}

LogResult<OffsetLook::Seen> OffsetLook::at_end() {
    return from(RD_KAFKA_OFFSET_TAIL(1), true);
}

LogResult<OffsetLook::Seen> OffsetLook::from(std::int64_t offset, bool first_only) {
    // A caller that waited for the lock need not wait for the same silence again.
    if (gone_ && std::chrono::steady_clock::now() < gone_->until) {
        return tl::unexpected(gone_->said);
    }
    assign(client_.get(), settings_.topic, offset);
    auto seen = read(first_only);
    rd_kafka_assign(client_.get(), nullptr);  // or it would go on fetching
    return seen;
}

LogResult<OffsetLook::Seen> OffsetLook::read(bool first_only) {
    const Deadline deadline(known_ ? settings_.look_timeout : settings_.connect_timeout);
    Seen seen;
    while (!deadline.passed()) {
        const Message message(rd_kafka_consumer_poll(client_.get(), poll_timeout_ms));
        if (!message) continue;
        known_ = known_ || message->err == RD_KAFKA_RESP_ERR_NO_ERROR ||
                 message->err == RD_KAFKA_RESP_ERR__PARTITION_EOF;
        if (message->err == RD_KAFKA_RESP_ERR_NO_ERROR) {
            seen.newest = LogEntry{message->offset, record_of(message.get())};
            if (first_only) return seen;
        } else if (message->err == RD_KAFKA_RESP_ERR__PARTITION_EOF) {
            seen.end = message->offset;
            return seen;
        } else if (is_lost(message->err)) {
            return seen;
        } else if (message->err == RD_KAFKA_RESP_ERR__BAD_MSG) {
            return tl::unexpected(unreadable(settings_, message->offset));
        } else if (says_gone(message->err)) {
            break;
        }
    }
    return tl::unexpected(silence());
}

LogError OffsetLook::silence() {
    auto why = why_silent(client_.get(), settings_);
    if (why.kind == LogError::Kind::gone) {
        gone_ = Gone{why, std::chrono::steady_clock::now() + settings_.look_timeout};
    }
    return why;
}

}  // namespace dibs::kafka
